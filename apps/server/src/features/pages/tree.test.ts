import {
  pagesApi as api,
  favoritesApi,
  GUEST,
  MAX_PAGE_DEPTH,
  MEMBER,
  projectsApi,
  trashApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { at, listed, names, write } from './test-kit/pages.ts'

const { projectOf, database } = await testServer()
const { db } = database
const missing = { status: 404, body: { error: 'The required object does not exist.' } }
const noParent = (id: string) => ({
  status: 400,
  body: { parent: [`Invalid pk "${id}" - object does not exist.`] },
})
const refusal = (field: string, sentence: string) => ({
  status: 400,
  body: { [field]: [sentence] },
})

type Ref = { id: string }
const read = (client: Client, page: Ref) => client.call(api.get, at(page))
const put = (client: Client, page: Ref, parent: Ref | null) =>
  client.attempt(api.change, { ...at(page), body: { parent: parent?.id ?? null } })
const all = async (client: Client) => client.call(api.list, { query: { nested: true } })
const access = (client: Client, page: Ref, to: number) =>
  client.attempt(api.changeAccess, { ...at(page), body: { access: to } })
const isArchived = async (client: Client, page: Ref) =>
  (await read(client, page)).archived_at !== null

/** `Handbook` contains `Huts`, which contains `Roof`. */
async function handbook(client: Client, body: object = {}) {
  const top = await write(client, { name: 'Handbook', ...body })
  const middle = await write(client, { name: 'Huts', parent: top.id })
  const bottom = await write(client, { name: 'Roof', parent: middle.id })
  return { top, middle, bottom }
}

describe('the tree', () => {
  it('is listed whole where that is asked for, and in the order it was put in', async () => {
    const { ada } = await projectOf('ada')
    const { top, middle, bottom } = await handbook(ada)
    const second = await write(ada, { name: 'Paths', parent: top.id })
    expect(await listed(ada)).toEqual(['Handbook'])
    const parents = new Map((await all(ada)).map(({ id, parent }) => [id, parent]))
    expect(Object.fromEntries(parents)).toEqual({
      ...{ [top.id]: null, [middle.id]: top.id, [bottom.id]: middle.id, [second.id]: top.id },
    })
    expect(second.sort_order).toBeGreaterThan(middle.sort_order)
    const body = { parent: top.id, sort_order: middle.sort_order - 1 }
    expect(await ada.call(api.change, { ...at(bottom), body })).toMatchObject(body)
    // Without a sort order it goes to the end.
    const { sort_order } = await ada.call(api.change, {
      ...at(bottom),
      body: { parent: null },
    })
    expect(sort_order).toBeGreaterThan(top.sort_order)
  })

  it('has no circle, whoever moves what at the same time, through whichever project', async () => {
    const { ada } = await projectOf('ada')
    const there = await ada.call(projectsApi.create, { body: { name: 'Huts', identifier: 'HUT' } })
    const pages = await Promise.all(Array.from({ length: 4 }, () => write(ada)))
    await sql`
      insert into project_pages (project_id, page_id, workspace_id)
      select ${there.id}, id, workspace_id from pages
      where id = any(${pages.map(({ id }) => id)}::uuid[])`.execute(db)
    const clients = [ada, ada.at({ project_id: there.id })] as const
    const moves = pages.map((page, n) => {
      const next = pages[(n + 1) % pages.length] ?? page
      return put(clients[n % 2 === 0 ? 0 : 1], page, next)
    })
    const statuses = (await Promise.all(moves)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 200, 400])
    expect(await ada.call(api.list)).toHaveLength(1)
  })

  it('is at most ten levels deep, with what is moved', async () => {
    const { ada } = await projectOf('ada')
    const levels = [await write(ada)]
    for (let level = 2; level <= MAX_PAGE_DEPTH; level += 1) {
      levels.push(await write(ada, { parent: levels.at(-1)?.id ?? '' }))
    }
    const tooDeep = refusal('parent', 'Pages can be nested at most 10 levels deep.')
    const deepest = levels.at(-1) as Ref
    expect(await ada.attempt(api.create, { body: { parent: deepest.id } })).toEqual(tooDeep)
    const { top } = await handbook(ada)
    expect(await put(ada, top, levels[7] as Ref)).toEqual(tooDeep)
    expect(await put(ada, top, levels[6] as Ref)).toMatchObject({ status: 200 })
  })

  it('takes nothing into pages one does not see, or that are archived', async () => {
    const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
    const secret = await write(ada, { access: 1 })
    const own = await write(bob)
    expect(await put(bob, own, secret)).toEqual(noParent(secret.id))
    const old = await write(ada)
    await ada.call(api.archive, at(old))
    const sentence = refusal('parent', 'An archived page takes no sub-pages.')
    expect(await put(bob, own, old)).toEqual(sentence)
    expect(await bob.attempt(api.create, { body: { parent: old.id } })).toEqual(sentence)
    // A former member, now a guest who sees only their own pages.
    const remaining = await write(bob)
    await sql`
      update project_members set role = ${GUEST} where user_id = ${bob.user_id}`.execute(db)
    const open = await write(ada)
    expect(await put(bob, remaining, open)).toEqual(noParent(open.id))
    expect(await gus.call(api.list, { query: { nested: true } })).toEqual([])
  })
})

describe('what is private', () => {
  it('holds only private pages of the same person', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { top, middle, bottom } = await handbook(ada, { access: 1 })
    expect([middle.access, bottom.access]).toEqual([1, 1])
    expect(await all(bob)).toEqual([])
    expect(await access(ada, middle, 0)).toEqual(
      refusal('access', 'A sub-page of a private page stays private.'),
    )
    const patch = { ...at(middle), body: { access: 0 } }
    expect(await ada.attempt(api.change, patch)).toMatchObject({ status: 400 })
    const foreign = await write(bob, { name: 'Bob’s' })
    expect(await put(ada, foreign, top)).toEqual(
      refusal('parent', 'Only your own pages can stand in a private page.'),
    )
    // A page moved into it becomes private, including its sub-pages.
    const own = await handbook(ada)
    expect(await put(ada, own.top, top)).toMatchObject({ body: { access: 1 } })
    expect((await read(ada, own.bottom)).access).toBe(1)
    expect(names(await all(bob))).toEqual(['Bob’s'])
    // Moved out, it stays private until it is made public, including its sub-pages.
    expect(await put(ada, own.top, null)).toMatchObject({ body: { access: 1 } })
    expect((await access(ada, own.top, 0)).status).toBe(204)
    expect((await read(bob, own.bottom)).access).toBe(0)
  })

  it('lets go of pages of others, which stay as visible as they were', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { top, middle, bottom } = await handbook(ada)
    const theirs = await write(bob, { name: 'Paths', parent: middle.id })
    const below = await write(ada, { name: 'Signs', parent: theirs.id })
    await bob.call(api.addFavorite, at(bottom))
    expect((await access(ada, top, 1)).status).toBe(204)
    expect(await bob.attempt(api.get, at(bottom))).toEqual(missing)
    expect(await bob.call(favoritesApi.list)).toEqual([])
    expect(await read(bob, theirs)).toMatchObject({ parent: null, access: 0 })
    expect(await read(bob, below)).toMatchObject({ parent: theirs.id, access: 0 })
    expect(names(await all(ada)).sort()).toEqual(['Handbook', 'Huts', 'Paths', 'Roof', 'Signs'])
  })
})

describe('archiving and deleting', () => {
  it('brings back what was archived with it, and not what had been before', async () => {
    const { ada } = await projectOf('ada')
    const { top, middle, bottom } = await handbook(ada)
    const early = await write(ada, { name: 'Early', parent: top.id })
    const below = await write(ada, { name: 'Below', parent: early.id })
    await ada.call(api.archive, at(early))
    await ada.call(api.archive, at(top))
    await ada.call(api.restore, at(top))
    for (const page of [top, middle, bottom]) expect(await isArchived(ada, page)).toBe(false)
    for (const page of [early, below]) expect(await isArchived(ada, page)).toBe(true)
    await ada.call(api.restore, at(early))
    expect(await isArchived(ada, below)).toBe(false)
    expect(await read(ada, early)).toMatchObject({ parent: top.id })
  })

  it('locks one page, not what stands in it', async () => {
    const { ada } = await projectOf('ada')
    const { top, middle } = await handbook(ada)
    await ada.call(api.lock, at(top))
    expect(await read(ada, middle)).toMatchObject({ is_locked: false })
    expect(await put(ada, top, null)).toMatchObject({ status: 400 })
    expect(await put(ada, middle, null)).toMatchObject({ status: 200 })
  })

  it('takes the whole branch to the trash and back, as one entry', async () => {
    const { ada } = await projectOf('ada')
    const around = await write(ada, { name: 'Library' })
    const { top, middle, bottom } = await handbook(ada, { parent: around.id })
    await ada.call(api.archive, at(top))
    await ada.call(api.remove, at(top))
    for (const page of [top, middle, bottom]) {
      expect(await ada.attempt(api.get, at(page))).toEqual(missing)
    }
    const { results } = await ada.call(trashApi.list, { query: {} })
    expect(results).toMatchObject([{ kind: 'page', id: top.id, item_count: 2 }])
    await ada.call(trashApi.restore, { body: { kind: 'page', id: top.id } })
    expect(await read(ada, top)).toMatchObject({ parent: around.id })
    expect(await read(ada, bottom)).toMatchObject({ parent: middle.id })
    await ada.call(api.restore, at(top))
    expect(await isArchived(ada, bottom)).toBe(false)
  })

  it('comes back by itself where the page around it is gone or no longer fits', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const around = await write(ada)
    const { top } = await handbook(bob, { parent: around.id })
    await bob.call(api.archive, at(top))
    await bob.call(api.remove, at(top))
    await access(ada, around, 1)
    await ada.call(trashApi.restore, { body: { kind: 'page', id: top.id } })
    expect(await read(ada, top)).toMatchObject({ parent: null })
  })

  it('removes all of it for good', async () => {
    const { ada } = await projectOf('ada')
    const { top } = await handbook(ada)
    await ada.call(api.archive, at(top))
    await ada.call(api.remove, at(top))
    await ada.call(trashApi.remove, { body: { kind: 'page', id: top.id } })
    const { rows } = await sql`
      select from pages where workspace_id = ${top.workspace}`.execute(db)
    expect(rows).toEqual([])
  })

  it('leaves private pages of others alone, which come out of the tree', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const { top, middle } = await handbook(ada)
    const diary = await write(bob, { name: 'Diary', parent: middle.id, access: 1 })
    const entry = await write(bob, { name: 'Entry', parent: diary.id })
    await ada.call(api.archive, at(top))
    expect(await isArchived(bob, diary)).toBe(true)
    await ada.call(api.remove, at(top))
    expect(await read(bob, diary)).toMatchObject({ parent: null })
    expect(await read(bob, entry)).toMatchObject({ parent: diary.id })
    await bob.call(api.restore, at(diary))
    expect(await isArchived(bob, entry)).toBe(false)
  })

  it('leaves them in the project, too, where the page moves to another', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const there = await ada.call(projectsApi.create, { body: { name: 'Huts', identifier: 'HUT' } })
    const { top, bottom } = await handbook(ada)
    const diary = await write(bob, { name: 'Diary', parent: top.id, access: 1 })
    await ada.call(api.move, { ...at(top), body: { new_project_id: there.id } })
    expect(await read(bob, diary)).toMatchObject({ parent: null })
    const inside = ada.at({ project_id: there.id })
    expect(names(await all(inside)).sort()).toEqual(['Handbook', 'Huts', 'Roof'])
    expect(await inside.call(api.get, at(bottom))).toMatchObject({ project_ids: [there.id] })
  })
})

import { assetsApi as api, commentsApi, draftsApi, pagesApi, workItemsApi } from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { removeStaleAssets } from './service.ts'
import { picture, png, send, share } from './test-kit/uploads.ts'

const { app, database, projectOf } = await testServer()
const { db } = database

const upload = (client: Client) => share(client, 'ISSUE_DESCRIPTION', { inProject: true })
const textWith = ({ place }: Client, ...ids: string[]) =>
  ids
    .map(
      (id) =>
        `<image-component id="${id}" src="/api/assets/v2/workspaces/${place.slug}/projects/${place.project_id}/${id}/"></image-component>`,
    )
    .join('<p>and</p>')
const exists = async (client: Client, id: string) =>
  (await client.call(api.check, { params: { id } })).exists

const ownersOf = async (id: string) => {
  const { rows } = await sql`
    select entity_type, work_item_id, comment_id, page_id, draft_issue_id
    from assets where id = ${id}`.execute(db)
  return rows[0]
}

type Save = (html: string) => Promise<unknown>
interface Written {
  id: string
  save: Save
}

/** Each kind of text: created with this content, and then changed. */
const texts: [string, (client: Client, html: string) => Promise<Written>][] = [
  [
    'an item',
    async (client, description_html) => {
      const body = { name: 'Map the trail', description_html }
      const { id } = await client.call(workItemsApi.create, { body })
      const save: Save = (html) =>
        client.call(workItemsApi.change, { params: { id }, body: { description_html: html } })
      return { id, save }
    },
  ],
  [
    'a comment',
    async (client, comment_html) => {
      const item = await client.call(workItemsApi.create, { body: { name: 'Map the trail' } })
      const params = { id: item.id }
      const { id } = await client.call(commentsApi.create, { params, body: { comment_html } })
      const save: Save = (html) =>
        client.call(commentsApi.change, {
          params: { ...params, comment_id: id },
          body: { comment_html: html },
        })
      return { id, save }
    },
  ],
  [
    'a page',
    async (client, description_html) => {
      const body = { name: 'Trail', description_html }
      const { id } = await client.call(pagesApi.create, { body })
      const save: Save = (html) =>
        client.call(pagesApi.change, { params: { id }, body: { description_html: html } })
      return { id, save }
    },
  ],
  [
    'a draft',
    async (client, description_html) => {
      const { project_id = '' } = client.place
      const body = { name: 'Map the trail', project_id, description_html }
      const { id } = await client.call(draftsApi.create, { body })
      const save: Save = (html) =>
        client.call(draftsApi.change, { params: { id }, body: { description_html: html } })
      return { id, save }
    },
  ],
]

describe.each(texts)('the pictures of %s', (_what, write) => {
  // @cap:assets.bind-after-create
  it('that were uploaded while it was written are its own once it is saved', async () => {
    const { ada } = await projectOf('ada')
    const [first, second] = [await upload(ada), await upload(ada)]
    const { id, save } = await write(ada, textWith(ada, first))
    expect(Object.values((await ownersOf(first)) ?? {})).toContain(id)
    expect(Object.values((await ownersOf(second)) ?? {})).not.toContain(id)
    await save(textWith(ada, first, second))
    expect(Object.values((await ownersOf(second)) ?? {})).toContain(id)
  })

  // @cap:assets.delete-and-restore
  it('go when they are taken out of it, and are back when that is undone', async () => {
    const { ada } = await projectOf('ada')
    const [retained, removed] = [await upload(ada), await upload(ada)]
    const whole = textWith(ada, retained, removed)
    const { save } = await write(ada, whole)
    await save(textWith(ada, retained))
    expect([await exists(ada, retained), await exists(ada, removed)]).toEqual([true, false])
    await save(whole)
    expect([await exists(ada, retained), await exists(ada, removed)]).toEqual([true, true])
    await save('<p></p>')
    expect([await exists(ada, retained), await exists(ada, removed)]).toEqual([false, false])
  })
})

describe('a picture', () => {
  const [, writeItem] = texts[0] ?? []
  if (!writeItem) throw new Error('no item')

  it('that is cut out of one text and pasted into another moves there', async () => {
    const { ada } = await projectOf('ada')
    const id = await upload(ada)
    const from = await writeItem(ada, textWith(ada, id))
    const to = await writeItem(ada, '<p>here</p>')
    await from.save('<p>gone</p>')
    await to.save(textWith(ada, id))
    expect(await exists(ada, id)).toBe(true)
    expect(await ownersOf(id)).toMatchObject({ work_item_id: to.id })
    await from.save('<p>gone for good</p>')
    expect(await exists(ada, id)).toBe(true)
  })

  it('of another text is neither removed nor taken by one that names it', async () => {
    const { ada } = await projectOf('ada')
    const id = await upload(ada)
    const own = await writeItem(ada, textWith(ada, id))
    const other = await writeItem(ada, textWith(ada, id))
    expect(await ownersOf(id)).toMatchObject({ work_item_id: own.id })
    await other.save('<p>without</p>')
    expect(await exists(ada, id)).toBe(true)
  })

  it('of somebody else’s is not taken, brought back or removed by naming it', async () => {
    const { ada } = await projectOf('ada')
    const { eve } = await projectOf('eve')
    const [unbound, deleted] = [await upload(ada), await upload(ada)]
    const { save } = await writeItem(ada, textWith(ada, deleted))
    await save('<p></p>')
    const theirs = await writeItem(eve, textWith(ada, unbound, deleted))
    expect(await ownersOf(unbound)).toMatchObject({ work_item_id: null })
    expect(await exists(ada, deleted)).toBe(false)
    await theirs.save('<p></p>')
    expect(await exists(ada, unbound)).toBe(true)
  })

  it('that never came to stand in a text is removed after a week', async () => {
    const { ada } = await projectOf('ada')
    const [unused, used] = [await upload(ada), await upload(ada)]
    await writeItem(ada, textWith(ada, used))
    const target = await ada.call(api.createInProject, { body: picture('ISSUE_DESCRIPTION') })
    await send(app, target, png)
    await sql`
      update assets set created_at = now() - interval '8 days'
      where id in (${unused}, ${used}, ${target.asset_id})`.execute(db)
    await removeStaleAssets(db, app.deps.storage)
    expect(await ownersOf(unused)).toBeUndefined()
    expect(await ownersOf(target.asset_id)).toBeUndefined()
    expect(await exists(ada, used)).toBe(true)
  })

  // @cap:assets.access
  it('goes with the item or comment it stands in', async () => {
    const { ada } = await projectOf('ada')
    const [inItem, inComment] = [await upload(ada), await upload(ada)]
    const { id } = await writeItem(ada, textWith(ada, inItem))
    const comment = await ada.call(commentsApi.create, {
      params: { id },
      body: { comment_html: textWith(ada, inComment) },
    })
    await ada.call(commentsApi.remove, { params: { id, comment_id: comment.id } })
    expect([await exists(ada, inItem), await exists(ada, inComment)]).toEqual([true, false])
    await ada.call(workItemsApi.remove, { params: { id } })
    expect(await exists(ada, inItem)).toBe(false)
  })
})

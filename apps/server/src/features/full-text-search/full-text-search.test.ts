import {
  fullTextSearchApi as api,
  commentsApi,
  cyclesApi,
  draftsApi,
  type FullTextAnswer,
  GUEST,
  intakeItemsApi,
  labelsApi,
  MEMBER,
  modulesApi,
  pageAccess,
  pagesApi,
  projectMembersApi,
  projectsApi,
  viewsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { updateSearchIndex } from './service.ts'

const { database, projectOf, stranger } = await testServer()
const { db } = database

/** The results after the indexing job has run. */
async function find(client: Client, search: string, more: Record<string, string> = {}) {
  await updateSearchIndex(db)
  return client.call(api.search, { query: { search, ...more } })
}

const shown = ({ hits }: FullTextAnswer) => hits.map(({ kind, name }) => `${kind} ${name.text}`)
const marked = ({ text = '', marks = [] }: { text?: string; marks?: number[][] } = {}) =>
  marks.map(([start, end]) => text.slice(start, end))

const add = (client: Client, name: string, text = '', project_id = client.place.project_id ?? '') =>
  client.call(workItemsApi.create, {
    params: { project_id },
    body: { name, description_html: `<p>${text}</p>` },
  })

describe('a word', () => {
  it('is found in names, descriptions, comments, pages and intake, with where it stands', async () => {
    const { ada } = await projectOf('ada')
    await ada.call(projectsApi.change, { body: { intake_view: true } })
    const item = await add(
      ada,
      'Downloads pause',
      'Glacier tiles stay at the last value &amp; wait.',
    )
    const named = await add(ada, 'Draw the glacier')
    const { id } = await add(ada, 'Something else')
    await ada.call(commentsApi.create, {
      params: { id },
      body: { comment_html: '<p>The <b>glacier</b> is white.</p>' },
    })
    await ada.call(pagesApi.create, {
      body: { name: 'Legend', description_html: '<p>Blue lines on a glacier</p>' },
    })
    await ada.call(intakeItemsApi.create, {
      body: { issue: { name: 'Reported', description_html: '<p>No glacier there</p>' } },
    })
    const answer = await find(ada, 'glacier')
    expect(shown(answer).sort()).toEqual([
      ...['comment Something else', 'intake Reported', 'page Legend'],
      ...['work_item Downloads pause', 'work_item Draw the glacier'],
    ])
    // Matches in the name come first.
    expect(answer.hits.filter(({ kind }) => kind === 'work_item').map((hit) => hit.id)).toEqual([
      ...[named.id, item.id],
    ])
    const { name, excerpt, key } = answer.hits.find((hit) => hit.id === item.id) ?? {}
    expect(key).toBe('TRAIL-1')
    expect(marked(name)).toEqual([])
    expect(excerpt?.text).toBe('Glacier tiles stay at the last value & wait.')
    expect(marked(excerpt ?? {})).toEqual(['Glacier'])
    expect(answer).toMatchObject({ total: 5, is_capped: false })
    expect(answer.facets).toMatchObject({
      kinds: [
        { kind: 'work_item', count: 2 },
        { kind: 'page', count: 1 },
        { kind: 'comment', count: 1 },
        { kind: 'intake', count: 1 },
      ],
      projects: [{ id: ada.place.project_id, count: 5 }],
      states: { open: 3, closed: 0 },
      updated: { any: 5, week: 5, month: 5, year: 5 },
    })
  })

  it('stands anywhere in what is found, and all of them do', async () => {
    const { ada } = await projectOf('ada')
    await add(ada, 'Offline regions', 'Copy tiles over a local link')
    await add(ada, 'Offline only')
    await add(ada, 'Tiles only')
    expect(shown(await find(ada, 'offline tiles'))).toEqual(['work_item Offline regions'])
    expect(shown(await find(ada, 'the offline of tiles'))).toEqual(['work_item Offline regions'])
  })

  it('is read as text, not as markup, and odd questions have answers too', async () => {
    const { ada } = await projectOf('ada')
    await add(ada, '<img src=x onerror=alert(1)> glacier')
    const [hit] = (await find(ada, 'onerror')).hits
    expect(hit?.name.text).toBe('<img src=x onerror=alert(1)> glacier')
    expect(marked(hit?.name)).toEqual(['onerror'])
    for (const odd of ['', '  ', '%', "'; drop table users; --", '& | ! ( :*', '\\', '^=#', '🏔️']) {
      expect(await find(ada, odd)).toMatchObject({ hits: [], total: 0 })
    }
  })

  it('is found in writing without spaces', async () => {
    const { ada } = await projectOf('ada')
    await add(ada, '山路等高线地图')
    const answer = await find(ada, '等高线')
    expect(shown(answer)).toEqual(['work_item 山路等高线地图'])
    expect(marked(answer.hits[0]?.name)).toEqual(['等高线'])
  })
})

it('finds an item by its key and its number', async () => {
  const { ada } = await projectOf('ada')
  await add(ada, 'first')
  await add(ada, 'second, after 1')
  expect(shown(await find(ada, 'trail-2'))).toEqual(['work_item second, after 1'])
  expect(shown(await find(ada, '1'))).toEqual(['work_item first', 'work_item second, after 1'])
})

it('finds people, projects, cycles, modules, views and labels by name', async () => {
  const { ada } = await projectOf('ada', ['bob', MEMBER])
  const name = 'Glacier'
  await ada.call(projectsApi.create, { body: { name, identifier: 'ICE' } })
  await ada.call(cyclesApi.create, { body: { name } })
  await ada.call(modulesApi.create, { body: { name, status: 'backlog' } })
  await ada.call(viewsApi.create, { body: { name } })
  await ada.call(labelsApi.create, { body: { name } })
  const answer = await find(ada, 'glac')
  expect(shown(answer).sort()).toEqual([
    ...['cycle Glacier', 'label Glacier', 'module Glacier', 'project Glacier', 'view Glacier'],
  ])
  expect(marked(answer.hits[0]?.name)).toEqual(['Glacier'])
  expect((await find(ada, 'ice')).hits).toMatchObject([{ kind: 'project', key: 'ICE' }])
  const people = await find(ada, 'bob')
  expect(people.hits).toMatchObject([{ kind: 'person', key: 'bob' }])
})

describe('it forgives', () => {
  it.each([
    ['a missing letter', 'dowload'],
    ['a letter too many', 'downlload'],
    ['another letter', 'diwnload'],
    ['two letters swapped', 'donwload'],
    ['another ending', 'downloading'],
    ['a beginning', 'downl'],
    ['other case', 'DOWNLOADS'],
  ])('%s', async (_, typed) => {
    const { ada } = await projectOf('ada')
    await add(ada, 'One', 'It cannot download.')
    const answer = await find(ada, typed)
    expect(shown(answer)).toEqual(['work_item One'])
    expect(marked(answer.hits[0]?.excerpt ?? {})).toEqual(['download'])
  })

  it.each([
    ['uberblick', 'Überblick'],
    ['ueberblick', 'Überblick'],
    ['überblick', 'Uberblick'],
    ['creme brulee', 'Crème brûlée'],
    ['strasse', 'Straße'],
  ])('%s for %s', async (typed, written) => {
    const { ada } = await projectOf('ada')
    await add(ada, written)
    expect(shown(await find(ada, typed))).toEqual([`work_item ${written}`])
  })

  it('no error in a word that finds enough as it is', async () => {
    const { ada } = await projectOf('ada')
    for (const n of [1, 2, 3, 4, 5]) await add(ada, `trail ${n}`)
    await add(ada, 'train')
    const found = await find(ada, 'trail', { kind: 'work_item' })
    expect(shown(found)).toHaveLength(5)
  })
})

describe('nobody finds', () => {
  it('what they may not open', async () => {
    const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
    const { eve } = await projectOf('eve')
    await ada.call(projectsApi.change, { body: { intake_view: true } })
    const secret = await ada.call(projectsApi.create, {
      body: { name: 'Yeti', identifier: 'YETI', network: 0 },
    })
    const hidden = await add(ada, 'hidden yeti', '', secret.id)
    await ada.call(commentsApi.create, {
      params: { project_id: secret.id, id: hidden.id },
      body: { comment_html: '<p>a yeti said so</p>' },
    })
    const page = await ada.call(pagesApi.create, { body: { name: 'yeti page' } })
    await ada.call(pagesApi.changeAccess, {
      params: { id: page.id },
      body: { access: pageAccess.private },
    })
    await ada.call(draftsApi.create, { body: { name: 'yeti draft' } })
    const open = await add(ada, 'open yeti')
    await ada.call(commentsApi.create, {
      params: { id: open.id },
      body: { comment_html: '<p>yeti inside</p>' },
    })
    await gus.call(intakeItemsApi.create, { body: { issue: { name: 'yeti of a guest' } } })

    expect(shown(await find(bob, 'yeti')).sort()).toEqual([
      ...['comment open yeti', 'intake yeti of a guest', 'work_item open yeti'],
    ])
    expect(shown(await find(gus, 'yeti'))).toEqual(['intake yeti of a guest'])
    expect(await find(eve, 'yeti')).toMatchObject({ hits: [], total: 0 })
    expect((await find(bob, 'yeti')).facets.kinds).not.toContainEqual({ kind: 'page', count: 1 })
    expect(shown(await find(ada, 'yeti', { kind: 'page' }))).toEqual(['page yeti page'])

    const query = { search: 'yeti' }
    expect(await eve.at(ada.place).attempt(api.search, { query })).toMatchObject({ status: 403 })
    expect(await stranger.at(ada.place).attempt(api.search, { query })).toMatchObject({
      status: 401,
    })
  })

  it('what they could open before: rights count when they search', async () => {
    const { ada, bob, gus } = await projectOf('ada', ['bob', MEMBER], ['gus', GUEST])
    const item = await add(ada, 'yeti')
    const page = await ada.call(pagesApi.create, { body: { name: 'yeti page' } })
    expect(shown(await find(bob, 'yeti')).sort()).toEqual(['page yeti page', 'work_item yeti'])
    // From here on nothing is reindexed.
    const findNow = async (client: Client) =>
      shown(await client.call(api.search, { query: { search: 'yeti' } })).sort()
    await ada.call(pagesApi.changeAccess, {
      params: { id: page.id },
      body: { access: pageAccess.private },
    })
    expect(await findNow(bob)).toEqual(['work_item yeti'])
    expect(await findNow(gus)).toEqual([])
    await ada.call(projectsApi.change, { body: { guest_view_all_features: true } })
    expect(await findNow(gus)).toEqual(['work_item yeti'])
    await bob.call(projectMembersApi.leave, {})
    expect(await findNow(bob)).toEqual([])
    await ada.call(workItemsApi.remove, { params: { id: item.id } })
    expect(await findNow(ada)).toEqual(['page yeti page'])
  })
})

describe('what was found is narrowed', () => {
  it('by kind, project, state and age, and counted with the other choices', async () => {
    const { ada } = await projectOf('ada')
    const other = await ada.call(projectsApi.create, { body: { name: 'Site', identifier: 'SITE' } })
    await add(ada, 'hut one')
    const old = await add(ada, 'hut old')
    await add(ada, 'hut there', '', other.id)
    await ada.call(pagesApi.create, { body: { name: 'hut page' } })
    await sql`
      update work_items set updated_at = now() - interval '40 days' where id = ${old.id}`.execute(
      db,
    )
    const names = async (more: Record<string, string>) => shown(await find(ada, 'hut', more)).sort()
    expect(await names({ kind: 'page' })).toEqual(['page hut page'])
    expect(await names({ projects: other.id })).toEqual(['work_item hut there'])
    expect(await names({ state: 'closed' })).toEqual([])
    expect(await names({ state: 'open', updated: 'month' })).toEqual([
      ...['work_item hut one', 'work_item hut there'],
    ])
    const { facets, total } = await find(ada, 'hut', { kind: 'work_item', updated: 'month' })
    expect(total).toBe(2)
    expect(facets).toMatchObject({
      kinds: [
        { kind: 'work_item', count: 2 },
        { kind: 'page', count: 1 },
      ],
      updated: { any: 3, week: 2, month: 2, year: 3 },
      states: { open: 2, closed: 0 },
    })
    const newest = await find(ada, 'hut', { kind: 'work_item', order: 'newest' })
    expect(shown(newest).at(-1)).toBe('work_item hut old')
  })

  it('by what there is: anything else is refused', async () => {
    const { ada } = await projectOf('ada')
    const attempt = (query: Record<string, string>) =>
      ada.attempt(api.search, { query: { search: 'hut', ...query } as { search: string } })
    expect(await attempt({ kind: 'draft' })).toMatchObject({ status: 400 })
    expect(await attempt({ projects: 'here' })).toMatchObject({ status: 400 })
    expect(await attempt({ search: 'x'.repeat(256) })).toMatchObject({ status: 400 })
  })
})

describe('the index', () => {
  const indexed = async (id: string) => {
    const { rows } = await sql<{ terms: string[] }>`
      select terms from search_documents where entity_id = ${id}`.execute(db)
    return rows[0]?.terms
  }
  const count = async ({ place }: Client, word: string) => {
    const { rows } = await sql<{ documents: number; names: number }>`
      select w.documents, w.names from search_words w join workspaces o on o.id = w.workspace_id
      where o.slug = ${place.slug} and w.word = ${word}`.execute(db)
    return rows[0]
  }

  it('follows every change, and counts each word where it stands', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'walrus', 'walrus')
    await add(ada, 'other walrus')
    await updateSearchIndex(db)
    expect(await count(ada, 'walrus')).toEqual({ documents: 2, names: 2 })
    await ada.call(workItemsApi.change, { params: { id }, body: { name: 'seal' } })
    await updateSearchIndex(db)
    expect(await count(ada, 'walrus')).toEqual({ documents: 2, names: 1 })
    await ada.call(workItemsApi.change, {
      params: { id },
      body: { description_html: '<p>none</p>' },
    })
    await updateSearchIndex(db)
    expect(await count(ada, 'walrus')).toEqual({ documents: 1, names: 1 })
    expect(shown(await find(ada, 'seal'))).toEqual(['work_item seal'])
    // Once purged, its words are removed too.
    await sql`delete from work_items where id = ${id}`.execute(db)
    await updateSearchIndex(db)
    expect(await indexed(id)).toBeUndefined()
    expect(await count(ada, 'seal')).toBeUndefined()
  })

  it('learns of what was there before it, in steps, and once', async () => {
    const { ada } = await projectOf('ada')
    const { id } = await add(ada, 'narwhal')
    await updateSearchIndex(db)
    await sql`delete from search_documents`.execute(db)
    await sql`delete from search_words`.execute(db)
    await sql`update search_progress set is_backlog_listed = false`.execute(db)
    expect(await updateSearchIndex(db)).toBeGreaterThan(0)
    expect(await indexed(id)).toContain('^narwhal')
    expect(await count(ada, 'narwhal')).toEqual({ documents: 1, names: 1 })
    expect(await updateSearchIndex(db)).toBe(0)
  })

  it('loses nothing where a run breaks off', async () => {
    const { ada } = await projectOf('ada')
    await add(ada, 'beluga')
    await sql`alter table search_words add constraint broken check (word <> 'beluga')`.execute(db)
    await expect(updateSearchIndex(db)).rejects.toThrow('broken')
    await sql`alter table search_words drop constraint broken`.execute(db)
    expect(shown(await find(ada, 'beluga'))).toEqual(['work_item beluga'])
  })

  it('is written by one at a time', async () => {
    const { ada } = await projectOf('ada')
    for (const n of [1, 2, 3]) await add(ada, `orca ${n}`)
    await Promise.all([1, 2, 3].map(() => updateSearchIndex(db)))
    await updateSearchIndex(db)
    expect(await count(ada, 'orca')).toEqual({ documents: 3, names: 3 })
  })
})

it('finds the newest of very many, and says that there are more', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await add(ada, 'moss on the oldest stone')
  await sql`
    insert into work_items (workspace_id, project_id, sequence_id, name, state_id, created_by)
    select w.workspace_id, w.project_id, n, 'moss ' || n, w.state_id, w.created_by
    from work_items w cross join generate_series(2, 3000) n where w.id = ${id}`.execute(db)
  const answer = await find(ada, 'moss', { kind: 'work_item' })
  expect(answer).toMatchObject({ is_capped: true })
  expect(answer.hits).toHaveLength(100)
  const both = await find(ada, 'moss stone')
  expect(shown(both)).toEqual(['work_item moss on the oldest stone'])
  expect(both).toMatchObject({ total: 1, is_capped: false })
})

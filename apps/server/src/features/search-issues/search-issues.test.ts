import {
  searchIssuesApi as api,
  epicsApi,
  GUEST,
  MEMBER,
  projectsApi,
  relationsApi,
  workItemsApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addItem, nobody, refused, stateOf } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'

const { projectOf, stranger, database } = await testServer()
const { db } = database

const find = async (client: Client, query = {}) =>
  (await client.call(api.search, { query })).map(({ name }) => name)

const addProject = async (client: Client, name: string, identifier: string) =>
  client.at({
    project_id: (await client.call(projectsApi.create, { body: { name, identifier } })).id,
  })

const addAll = async (client: Client, ...names: string[]) => {
  const items = []
  for (const name of names) items.push(await addItem(client, name))
  return items
}

describe('search for an item', () => {
  it('finds by any part of the name, in any case, newest first', async () => {
    const { ada } = await projectOf('ada')
    const [first] = await addAll(ada, 'Mend the stove', 'Paint the door', 'Buy a new STOVE')
    expect(await find(ada, { search: ' stove ' })).toEqual(['Buy a new STOVE', 'Mend the stove'])
    expect(await find(ada, { search: 'e d' })).toEqual(['Paint the door'])
    expect(await find(ada)).toHaveLength(3)
    const [found] = await ada.call(api.search, { query: { search: 'mend' } })
    expect(found).toEqual({
      ...{ id: first?.id, name: 'Mend the stove', start_date: null, sequence_id: 1, type_id: null },
      ...{ project_id: ada.place.project_id, project__name: 'Trail Maps' },
      ...{ project__identifier: 'TRAIL', workspace__slug: ada.place.slug },
      ...{ state__name: 'Backlog', state__group: 'backlog', state__color: '#60646C' },
    })
  })

  it('takes signs of a pattern as they are', async () => {
    const { ada } = await projectOf('ada')
    await addAll(ada, '100% done', 'under_score', 'plain', 'back\\slash')
    expect(await find(ada, { search: '%' })).toEqual(['100% done'])
    expect(await find(ada, { search: '_' })).toEqual(['under_score'])
    expect(await find(ada, { search: '\\' })).toEqual(['back\\slash'])
  })

  it('finds by number and by the project’s identifier', async () => {
    const { ada } = await projectOf('ada')
    await addAll(ada, 'one', 'two', 'three')
    expect(await find(ada, { search: 'TRAIL-2' })).toEqual(['two'])
    expect(await find(ada, { search: '3' })).toEqual(['three'])
    expect(await find(ada, { search: '1 and 3' })).toEqual(['three', 'one'])
    expect(await find(ada, { search: 'a long text with a 2 in it' })).toEqual([])
    expect(await find(ada, { search: '99999999999' })).toEqual([])
    expect(await find(ada, { search: 'rail' })).toHaveLength(3)
  })

  it('follows a changed name, and knows none that is gone', async () => {
    const { ada } = await projectOf('ada')
    const [item] = await addAll(ada, 'before')
    const params = { id: item?.id ?? '' }
    await ada.call(workItemsApi.change, { params, body: { name: 'after' } })
    expect(await find(ada, { search: 'before' })).toEqual([])
    expect(await find(ada, { search: 'after' })).toEqual(['after'])
    await ada.call(workItemsApi.remove, { params })
    expect(await find(ada, { search: 'after' })).toEqual([])
    const done = await addItem(ada, 'done', { state_id: await stateOf(ada, 'completed') })
    await ada.call(workItemsApi.archive, { params: { id: done.id } })
    expect(await find(ada)).toEqual([])
  })

  it('looks through the caller’s other projects when asked to', async () => {
    const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
    const huts = await addProject(ada, 'Huts', 'HUT')
    await addAll(ada, 'stove here')
    await addAll(huts, 'stove there')
    const everywhere = { search: 'stove', workspace_search: 'true' }
    expect(await find(ada, { search: 'stove' })).toEqual(['stove here'])
    expect(await find(ada, everywhere)).toEqual(['stove there', 'stove here'])
    expect(await find(mia, everywhere)).toEqual(['stove here'])
    await sql`update projects set archived_at = now() where id = ${huts.place.project_id}`.execute(
      db,
    )
    expect(await find(ada, everywhere)).toEqual(['stove here'])
  })

  // @cap:search.item-picker
  it('offers no parent that is the item, its parent or below it', async () => {
    const { ada } = await projectOf('ada')
    const top = await addItem(ada, 'top')
    const middle = await addItem(ada, 'middle', { parent_id: top.id })
    const low = await addItem(ada, 'low', { parent_id: middle.id })
    await addItem(ada, 'lowest', { parent_id: low.id })
    await addItem(ada, 'beside')
    expect(await find(ada, { parent: 'true', issue_id: middle.id })).toEqual(['beside'])
    expect(await find(ada, { sub_issue: 'true', issue_id: low.id })).toEqual(['beside'])
    const relation = { issue_relation: 'true', issue_id: top.id }
    expect(await find(ada, relation)).toEqual(['beside', 'lowest', 'low', 'middle'])
    const body = { relation_type: 'blocking', issues: [low.id] }
    await ada.call(relationsApi.create, { params: { id: top.id }, body })
    expect(await find(ada, relation)).toEqual(['beside', 'lowest', 'middle'])
    for (const use of ['parent', 'sub_issue', 'issue_relation']) {
      expect(await find(ada, { [use]: 'true', issue_id: nobody })).toHaveLength(5)
      const noId = { query: { [use]: 'true', issue_id: 'x' } }
      expect(await ada.attempt(api.search, noId)).toEqual({
        ...{ status: 400, body: { issue_id: ['“x” is not a valid UUID.'] } },
      })
      expect(await find(ada, { [use]: 'false', issue_id: middle.id })).toHaveLength(5)
    }
  })

  // @cap:search.item-picker
  it('leaves out what is planned already', async () => {
    const { ada } = await projectOf('ada')
    const [planned, free] = await addAll(ada, 'planned', 'free')
    const { rows } = await sql<{ cycle: string; module: string }>`
      with c as (
        insert into cycles (workspace_id, project_id, name)
        select workspace_id, id, 'Spring' from projects where id = ${ada.place.project_id}
        returning id
      ), m as (
        insert into modules (workspace_id, project_id, name)
        select workspace_id, id, 'Stoves' from projects where id = ${ada.place.project_id}
        returning id
      ) select c.id as cycle, m.id as module from c, m`.execute(db)
    const { cycle: cycle_id = '', module = '' } = rows[0] ?? {}
    await ada.call(workItemsApi.bulkChange, {
      body: { issue_ids: [planned?.id ?? ''], properties: { cycle_id, module_ids: [module] } },
    })
    const params = { id: free?.id ?? '' }
    await ada.call(workItemsApi.change, { params, body: { target_date: '2026-01-01' } })
    expect(await find(ada, { cycle: 'true' })).toEqual(['free'])
    expect(await find(ada, { module })).toEqual(['free'])
    expect(await find(ada, { module: nobody })).toHaveLength(2)
    expect(await find(ada, { target_date: 'none' })).toEqual(['planned'])
  })

  it('keeps epics and items apart', async () => {
    const { ada } = await projectOf('ada')
    await addAll(ada, 'item')
    await ada.call(epicsApi.create, { body: { name: 'epic' } })
    expect(await find(ada)).toEqual(['item'])
    expect(await find(ada, { epic: 'true' })).toEqual(['epic'])
  })

  it('answers with a hundred at most', async () => {
    const { ada } = await projectOf('ada')
    const { project_id } = ada.place
    await sql`
      insert into work_items (workspace_id, project_id, state_id, sequence_id, name, created_by)
      select p.workspace_id, p.id, s.id, n, 'item ' || n, ${ada.user_id}
      from projects p join states s on s.project_id = p.id and s.default
      cross join generate_series(1, 120) n where p.id = ${project_id}`.execute(db)
    expect(await find(ada, { search: 'item' })).toHaveLength(100)
    expect(await find(ada, { search: 'item 17' })).toEqual(['item 17'])
  })

  it('shows guests their own, and others nothing', async () => {
    const { ada, gus } = await projectOf('ada', ['gus', GUEST])
    const { eve } = await projectOf('eve')
    const [own] = await addAll(ada, 'own', 'foreign')
    await sql`update work_items set created_by = ${gus.user_id} where id = ${own?.id}`.execute(db)
    expect(await find(gus)).toEqual(['own'])
    expect(await find(gus, { workspace_search: 'true', search: 'o' })).toEqual(['own'])
    expect(await eve.at(ada.place).attempt(api.search)).toEqual(refused)
    expect(await stranger.at(ada.place).attempt(api.search)).toMatchObject({ status: 401 })
    expect(await ada.attempt(api.search, { query: { search: 'x'.repeat(256) } })).toEqual({
      status: 400,
      body: { search: ['Ensure this field has no more than 255 characters.'] },
    })
  })
})

describe('likely duplicates', () => {
  const alike = async (client: Client, title: string, more = {}) => {
    const { dupes } = await client.call(api.duplicates, { body: { title, ...more } })
    return dupes.map(({ name }) => name)
  }

  it('are the items whose names are most alike', async () => {
    const { ada } = await projectOf('ada')
    const [mend] = await addAll(ada, 'Mend the stove in the hut', 'Mend the stove', 'Paint')
    expect(await alike(ada, 'mend the stove')).toEqual([
      'Mend the stove',
      'Mend the stove in the hut',
    ])
    expect(await alike(ada, 'mend the stove', { issue_id: mend?.id })).toEqual(['Mend the stove'])
    expect(await alike(ada, '  ')).toEqual([])
    expect(await alike(ada, 'zebra')).toEqual([])
    const { dupes } = await ada.call(api.duplicates, { body: { title: 'paint' } })
    expect(dupes).toEqual([
      {
        ...{ id: expect.any(String), name: 'Paint', sequence_id: 3, type_id: null },
        ...{ project_id: ada.place.project_id, priority: 'none', created_by: ada.user_id },
        state_id: await stateOf(ada, 'backlog'),
      },
    ])
  })

  it('are looked for in one project or in all of the caller’s', async () => {
    const { ada, mia, gus } = await projectOf('ada', ['mia', MEMBER], ['gus', GUEST])
    const huts = await addProject(ada, 'Huts', 'HUT')
    await addAll(ada, 'Mend the stove')
    await addAll(huts, 'Mend the stoves')
    const title = 'mend the stove'
    expect(await alike(ada, title)).toEqual(['Mend the stove', 'Mend the stoves'])
    const { project_id } = huts.place
    expect(await alike(ada, title, { project_id })).toEqual(['Mend the stoves'])
    expect(await alike(mia, title)).toEqual(['Mend the stove'])
    expect(await alike(gus, title)).toEqual([])
    const unknown = (id: unknown) => [`Invalid pk "${id}" - object does not exist.`]
    for (const foreign of [{ project_id }, { workspace_id: nobody }]) {
      const answer = { [Object.keys(foreign)[0] ?? '']: unknown(Object.values(foreign)[0]) }
      expect(await mia.attempt(api.duplicates, { body: { title, ...foreign } })).toEqual({
        status: 400,
        body: answer,
      })
    }
    expect(await mia.attempt(api.duplicates, { body: {} } as never)).toEqual({
      status: 400,
      body: { title: ['This field is required.'] },
    })
    const { eve } = await projectOf('eve')
    const body = { title }
    expect(await eve.at(ada.place).attempt(api.duplicates, { body })).toEqual(refused)
    expect(await stranger.at(ada.place).attempt(api.duplicates, { body })).toMatchObject({
      status: 401,
    })
  })

  it('are five at most', async () => {
    const { ada } = await projectOf('ada')
    await addAll(ada, ...Array.from({ length: 7 }, (_, n) => `Mend the stove ${n}`))
    expect(await alike(ada, 'mend the stove')).toHaveLength(5)
  })

  it('are those of the same name where the database knows no trigrams', async () => {
    const { ada } = await projectOf('ada')
    await addAll(ada, 'Mend the stove', 'Mend the stoves')
    const bare = await testServer()
    await sql`drop extension pg_trgm cascade`.execute(bare.database.db)
    const { bea } = await bare.projectOf('bea')
    await addAll(bea, 'Mend the stove', 'Mend the stoves')
    expect(await alike(bea, 'MEND the stove')).toEqual(['Mend the stove'])
    expect(await find(bea, { search: 'stoves' })).toEqual(['Mend the stoves'])
  })
})

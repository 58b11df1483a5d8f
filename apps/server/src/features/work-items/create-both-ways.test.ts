import { workItemsApi as api, GUEST, MEMBER, type NewWorkItem, projectsApi } from '@cairn/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { addItem, addLabel, nobody, rowsOf, stateOf } from './test-kit/items.ts'

const { projectOf, database } = await testServer()

/** The mentioned user is in no project, so only the write path differs. */
const mention = `<mention-component entity_name="user_mention" entity_identifier="${nobody}"></mention-component>`

const unlike = sql`array['id', 'work_item_id', 'entity_id', 'sequence_id', 'sort_order', 'name',
  'created_at', 'updated_at', 'last_saved_at', 'completed_at', 'description_html',
  'description_stripped', 'epoch', 'xid']`

/** Everything a create writes, without values that always differ. */
async function standing(id: string) {
  const rowsIn = (table: string, column: string) => sql`(
    select jsonb_agg(row order by row) from (
      select to_jsonb(t) - ${unlike} as row from ${sql.table(table)} t where ${sql.ref(column)} = ${id}
    ) as rows
  )`
  const { rows } = await sql`
    select ${rowsIn('work_items', 'id')} as item,
      (select completed_at is not null from work_items where id = ${id}) as is_completed,
      ${rowsIn('activities', 'work_item_id')} as history,
      ${rowsIn('work_item_labels', 'work_item_id')} as labels,
      ${rowsIn('work_item_assignees', 'work_item_id')} as people,
      ${rowsIn('work_item_subscribers', 'work_item_id')} as followers,
      ${rowsIn('description_versions', 'work_item_id')} as versions,
      ${rowsIn('events', 'work_item_id')} as events,
      ${rowsIn('uncounted_items', 'work_item_id')} is not null as is_noted`.execute(database.db)
  return JSON.parse(JSON.stringify(rows[0]).replace(/"id":"[^"]*",?/g, ''))
}

const create = (client: Client, body: NewWorkItem) => client.attempt(api.create, { body })

const changing = ['id', 'sequence_id', 'sort_order', 'created_at', 'updated_at', 'completed_at']
const alike = ({ status, body }: Awaited<ReturnType<typeof create>>) => ({
  status,
  body: Object.fromEntries(
    Object.entries(body as object).filter(([key]) => !changing.includes(key)),
  ),
})

it('creates by one statement exactly what a transaction of several creates', {
  timeout: 120_000,
}, async () => {
  const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const { project_id: id = '' } = ada.place
  const states = [await stateOf(ada, 'backlog'), await stateOf(ada, 'completed')]
  const labels = [await addLabel(ada, 'bug'), await addLabel(ada, 'idea')]
  const day = fc.option(fc.constantFrom('2026-11-01', '2026-12-24'))
  const wanted = fc.record<NewWorkItem>(
    {
      name: fc.constantFrom('Map', ' Cairn ', ' '),
      priority: fc.constantFrom('none', 'urgent'),
      start_date: day,
      target_date: day,
      state_id: fc.constantFrom(...states, nobody, null),
      label_ids: fc.subarray([...labels, nobody]),
      assignee_ids: fc.subarray([mel.user_id, gus.user_id, nobody]),
    },
    { requiredKeys: ['name'] },
  )
  const property = fc.asyncProperty(
    fc.constantFrom(ada, mel),
    wanted,
    fc.boolean(),
    async (client, body, hasDefault) => {
      const default_assignee = hasDefault ? mel.user_id : null
      await ada.call(projectsApi.change, { params: { id }, body: { default_assignee } })
      const atOnce = await create(client, body)
      const longWay = await create(client, { ...body, description_html: mention })
      expect(alike(atOnce)).toEqual(alike(longWay))
      if (atOnce.status !== 201) return
      const [one, other] = [atOnce.body, longWay.body] as { id: string }[]
      expect(await standing(one?.id ?? '')).toEqual(await standing(other?.id ?? ''))
      const { deleted_at, ...answer } = atOnce.body as { deleted_at: null; id: string }
      expect((await rowsOf(client)).find((row) => row.id === answer.id)).toEqual(answer)
    },
  )
  await fc.assert(property, { seed: 20_261_118, numRuns: 40, endOnFailure: true })
})

it('gives items that eight people create at once numbers without a gap and places of their own', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 10; n += 1) await addItem(writer % 2 ? ada : mel, `${writer}-${n}`)
  })
  await Promise.all(writers)
  const rows = await rowsOf(ada, { order_by: 'sequence_id' })
  const numbers = rows.map(({ sequence_id }) => sequence_id).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 80 }, (_, n) => n + 1))
  const places = rows.toSorted((a, b) => a.sequence_id - b.sequence_id).map((row) => row.sort_order)
  expect(places).toEqual(Array.from({ length: 80 }, (_, n) => 65_535 + n * 10_000))
})

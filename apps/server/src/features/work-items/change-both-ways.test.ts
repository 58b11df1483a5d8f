import { workItemsApi as api, MEMBER, type WorkItemPatch } from '@cairn/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { addItem } from './test-kit/items.ts'

const { projectOf, database } = await testServer()

/** Everything a change writes, without what two items never share. */
async function standing(id: string) {
  const { rows } = await sql`
    select
      (select to_jsonb(i) - array['id', 'sequence_id', 'created_at', 'updated_at']
        || jsonb_build_object('is_later', i.updated_at > i.created_at)
        from work_items i where i.id = ${id}) as item,
      (select jsonb_agg(to_jsonb(a) - array['id', 'work_item_id', 'created_at', 'updated_at',
          'epoch', 'xid'] order by a.created_at, a.field)
        from activities a where a.work_item_id = ${id}) as history,
      (select jsonb_agg(jsonb_build_array(s.user_id, s.created_by) order by s.user_id)
        from work_item_subscribers s where s.work_item_id = ${id}) as followers,
      (select jsonb_agg(to_jsonb(e) - array['id', 'xid', 'work_item_id', 'created_at'] order by e.id)
        from events e where e.work_item_id = ${id}) as events`.execute(database.db)
  return rows[0]
}

const day = fc.option(fc.constantFrom('2026-11-01', '2026-11-15', '2026-12-24'))
const patches = fc.record<WorkItemPatch>(
  {
    name: fc.constantFrom('Map', ' Map ', 'Cairn', ' ', 'x'.repeat(256)),
    priority: fc.constantFrom('none', 'low', 'urgent'),
    start_date: day,
    target_date: day,
    sort_order: fc.constantFrom(1, 65_535, 0.5),
  },
  { requiredKeys: [] },
)

const change = (client: Client, id: string, body: WorkItemPatch) =>
  client.attempt(api.change, { params: { id }, body })

it('writes by one statement exactly what a transaction of several writes', {
  timeout: 120_000,
}, async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  const steps = fc.array(fc.tuple(fc.constantFrom(ada, mel), patches), {
    minLength: 1,
    maxLength: 4,
  })
  const property = fc.asyncProperty(steps, async (changes) => {
    const [one, other] = [await addItem(ada, 'item'), await addItem(ada, 'item')]
    // New items get increasing sort orders.
    await sql`update work_items set sort_order = 7 where id in (${one.id}, ${other.id})`.execute(
      database.db,
    )
    for (const [client, patch] of changes) {
      const atOnce = await change(client, one.id, patch)
      // Labels are no plain field: with them the change takes the long way, and these change nothing.
      expect(await change(client, other.id, { ...patch, label_ids: [] })).toEqual(atOnce)
    }
    expect(await standing(one.id)).toEqual(await standing(other.id))
  })
  await fc.assert(property, { seed: 20_261_117, numRuns: 25, endOnFailure: true })
})

import { workItemsApi as api, GUEST, MEMBER, statesApi, type WorkItemPatch } from '@cairn/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { addItem, addLabel, nobody, stateOf } from './test-kit/items.ts'

const { projectOf, database } = await testServer()

/** Everything a change writes, without columns that always differ between items. */
async function standing(id: string) {
  const { rows } = await sql`
    select
      (select to_jsonb(i) - array['id', 'sequence_id', 'created_at', 'updated_at', 'completed_at']
        || jsonb_build_object('is_later', i.updated_at > i.created_at,
          'completed', case when i.completed_at = i.updated_at then 'now'
            when i.completed_at is not null then 'before' end)
        from work_items i where i.id = ${id}) as item,
      (select jsonb_agg(to_jsonb(a) - array['id', 'work_item_id', 'created_at', 'updated_at',
          'epoch', 'xid'] order by a.epoch, a.field, a.old_value, a.new_value)
        from activities a where a.work_item_id = ${id}) as history,
      (select jsonb_agg(to_jsonb(l) - array['work_item_id', 'created_at'] order by l.label_id)
        from work_item_labels l where l.work_item_id = ${id}) as labels,
      (select jsonb_agg(to_jsonb(a) - array['work_item_id', 'created_at'] order by a.user_id)
        from work_item_assignees a where a.work_item_id = ${id}) as people,
      (select jsonb_agg(jsonb_build_array(s.user_id, s.created_by) order by s.user_id)
        from work_item_subscribers s where s.work_item_id = ${id}) as followers,
      (select jsonb_agg(to_jsonb(e) - array['id', 'xid', 'work_item_id', 'created_at'] order by e.id)
        from events e where e.work_item_id = ${id}) as events`.execute(database.db)
  return rows[0]
}

const day = fc.option(fc.constantFrom('2026-11-01', '2026-11-15', '2026-12-24'))
interface Named {
  states: string[]
  labels: string[]
  people: string[]
}

const patchesOf = ({ states, labels, people }: Named) =>
  fc.record<WorkItemPatch>(
    {
      name: fc.constantFrom('Map', ' Map ', 'Cairn', ' ', 'x'.repeat(256)),
      priority: fc.constantFrom('none', 'low', 'urgent'),
      start_date: day,
      target_date: day,
      sort_order: fc.constantFrom(1, 65_535, 0.5),
      state_id: fc.constantFrom(...states, ...states, nobody, null),
      label_ids: fc.subarray([...labels, nobody]),
      assignee_ids: fc.subarray([...people, nobody]),
    },
    { requiredKeys: [] },
  )

const change = (client: Client, id: string, body: WorkItemPatch) =>
  client.attempt(api.change, { params: { id }, body })

it('writes by one statement exactly what a transaction of several writes', {
  timeout: 120_000,
}, async () => {
  const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
  const shipped = await ada.call(statesApi.create, {
    body: { name: 'Shipped', color: '#46a758', group: 'completed' },
  })
  const named: Named = {
    states: [await stateOf(ada, 'backlog'), await stateOf(ada, 'completed'), shipped.id],
    labels: [await addLabel(ada, 'bug'), await addLabel(ada, 'idea')],
    // A guest is known and cannot be assigned.
    people: [ada.user_id, mel.user_id, gus.user_id],
  }
  const steps = fc.array(fc.tuple(fc.constantFrom(ada, mel), patchesOf(named)), {
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
      // A patch with a parent takes the long path, and a null parent changes nothing.
      expect(await change(client, other.id, { ...patch, parent_id: null })).toEqual(atOnce)
    }
    expect(await standing(one.id)).toEqual(await standing(other.id))
  })
  await fc.assert(property, { seed: 20_261_117, numRuns: 60, endOnFailure: true })
})

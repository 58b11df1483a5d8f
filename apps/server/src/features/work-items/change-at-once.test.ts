import { workItemsApi as api, type WorkItemEvent, type WorkItemPatch } from '@cairn/contract'
import { expect, it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { addItem, addLabel, historyOf, rowsOf, stateOf } from './test-kit/items.ts'

const { projectOf, database } = await testServer()

const change = (client: Client, id: string, body: WorkItemPatch) =>
  client.attempt(api.change, { params: { id }, body })

const rowOf = async (client: Client, id: string) =>
  (await rowsOf(client)).find((row) => row.id === id)

const said = async (client: Client, action: () => Promise<unknown>) =>
  (await client.eventsOf(action)) as WorkItemEvent[]

it.each<[WorkItemPatch, object[]]>([
  [
    { name: ' New “name” \\ ' },
    [
      {
        field: 'name',
        comment: 'updated the name to',
        old_value: 'old',
        new_value: 'New “name” \\',
      },
    ],
  ],
  [
    { priority: 'urgent', start_date: '2026-03-01', target_date: null },
    [
      {
        field: 'priority',
        comment: 'updated the priority to',
        old_value: 'none',
        new_value: 'urgent',
      },
      {
        field: 'start_date',
        comment: 'updated the start date to ',
        old_value: '',
        new_value: '2026-03-01',
      },
    ],
  ],
  [{ sort_order: 12.5 }, []],
  [{ name: 'old', priority: 'none' }, []],
])(
  'writes %o, tells it as the row stands then, and notes what is different',
  async (body, notes) => {
    const { ada, ben } = await projectOf('ada', 'ben')
    const [label, state_id] = [await addLabel(ada, 'bug'), await stateOf(ada, 'completed')]
    const more = { label_ids: [label], assignee_ids: [ada.user_id], state_id }
    const { id } = await addItem(ada, 'old', more)
    const before = (await historyOf(database.db, id)).length

    const events = await said(ben, () => change(ben, id, body))

    const work_item = await rowOf(ada, id)
    expect(events).toEqual([{ type: 'work_item.saved', work_item }])
    expect(work_item).toMatchObject({ updated_by: ben.user_id, label_ids: [label] })
    const history = (await historyOf(database.db, id)).slice(before)
    expect(history).toEqual(notes.map((note) => ({ verb: 'updated', ...note })))
  },
)

it('refuses dates against those that are there, and says so as ever', async () => {
  const { ada } = await projectOf('ada')
  const { id } = await addItem(ada, 'dated', { target_date: '2026-03-01' })
  const events = await said(ada, async () => {
    expect(await change(ada, id, { start_date: '2026-03-02' })).toEqual({
      status: 400,
      body: { non_field_errors: ['Start date cannot exceed target date'] },
    })
  })
  expect(events).toEqual([])
})

it('loses nothing when many change one item at once, and the last to tell tells how it stands', async () => {
  const { ada, ben } = await projectOf('ada', 'ben')
  const [{ id }, label] = [await addItem(ada, 'contested'), await addLabel(ada, 'bug')]
  const bodies: WorkItemPatch[] = Array.from({ length: 8 }, (_, n) => [
    { name: `name ${n}` },
    { start_date: `2026-03-0${n + 1}` },
    { label_ids: n % 2 ? [label] : [] },
    { name: `both ${n}`, assignee_ids: n % 2 ? [ada.user_id] : [] },
  ]).flat()
  const events = await said(ada, async () => {
    const answers = await Promise.all(bodies.map((body, n) => change(n % 2 ? ada : ben, id, body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  })
  const emitted = events.flatMap((event) => ('work_item' in event ? event.work_item : []))
  expect(emitted).toHaveLength(bodies.length)
  const last = emitted.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))[0]
  expect(last).toEqual(await rowOf(ada, id))
  // Each name in the history follows from the previous one.
  const names = (await historyOf(database.db, id)).filter(({ field }) => field === 'name')
  const chain = names.map(({ old_value }) => old_value)
  expect(chain).toEqual(['contested', ...names.slice(0, -1).map(({ new_value }) => new_value)])
})

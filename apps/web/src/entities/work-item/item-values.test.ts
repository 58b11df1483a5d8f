import type { WorkItem } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { choiceFor, sharedValues } from './item-values.ts'

const item = (more: Partial<WorkItem>) =>
  ({
    ...{ id: 'a', project_id: 'trail', state_id: 'todo', priority: 'high', cycle_id: null },
    ...{ type_id: null, estimate_point: null, start_date: null, target_date: null },
    ...{ assignee_ids: [], label_ids: [], module_ids: [] },
    ...more,
  }) as unknown as WorkItem

const some = [
  item({ id: 'a', cycle_id: 'c1', label_ids: ['bug', 'ios'], assignee_ids: ['me'] }),
  item({ id: 'b', priority: 'low', label_ids: ['bug'] }),
]

describe('what several items have in common', () => {
  it('is the same value, or the members of every list', () => {
    const shared = sharedValues(some)
    expect(shared).toMatchObject({ state_id: 'todo', priority: null, label_ids: ['bug'] })
    expect(shared?.assignee_ids).toEqual([])
  })

  it('tells different ones from none, so that none can be chosen', () => {
    expect(sharedValues(some)?.cycle_id).toBe('')
    expect(sharedValues(some)?.estimate_point).toBeNull()
  })

  it('is nothing of nothing', () => {
    expect(sharedValues([])).toBeUndefined()
  })
})

describe('what is chosen for several', () => {
  it('adds what is new to their lists, and leaves what only some have', () => {
    expect(choiceFor(some, { label_ids: ['bug', 'api'] })).toEqual({ label_ids: ['api'] })
  })

  it('takes from each what all had and is not chosen any more', () => {
    expect(choiceFor(some, { label_ids: [] })).toEqual({ removed_label_ids: ['bug'] })
  })

  it('replaces everything else', () => {
    const chosen = { state_id: 'done', target_date: null }
    expect(choiceFor(some, chosen)).toEqual(chosen)
  })
})

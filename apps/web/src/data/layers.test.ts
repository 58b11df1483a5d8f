import { describe, expect, it } from 'vitest'
import { begin, confirm, fail, happen, isSettled, layersOver, read, visible } from './layers.ts'

type Item = Record<string, string>
const set = (field: string, value: string) => (item: Item) => ({ ...item, [field]: value })
const ground = layersOver<Item>({ state: 'todo', priority: 'none' })

describe('what a person sees', () => {
  it('is their change, at once', () => {
    expect(visible(begin(ground, 1, set('state', 'done')))?.state).toBe('done')
  })

  it('keeps the second change when the first one fails', () => {
    const both = begin(begin(ground, 1, set('state', 'done')), 2, set('priority', 'high'))
    expect(visible(fail(both, 1))).toEqual({ state: 'todo', priority: 'high' })
  })

  it('goes back to the first change when a second one on the same field fails', () => {
    const both = begin(begin(ground, 1, set('state', 'started')), 2, set('state', 'done'))
    expect(visible(fail(both, 2))?.state).toBe('started')
    expect(visible(fail(fail(both, 2), 1))?.state).toBe('todo')
  })

  it('does not flicker when an older value arrives by event while the change is on its way', () => {
    const changing = begin(ground, 1, set('state', 'done'))
    const heard = happen(changing, set('state', 'backlog'), false)
    expect(visible(heard)?.state).toBe('done')
    expect(visible(fail(heard, 1))?.state).toBe('backlog')
  })

  it('stays the same when a reading from before the change arrives', () => {
    const changing = begin(ground, 1, set('state', 'done'))
    expect(visible(read(changing, { state: 'todo', priority: 'low' }))).toEqual({
      state: 'done',
      priority: 'low',
    })
  })

  it('keeps a confirmed change although a reading that began before it arrives after it', () => {
    const confirmed = confirm(begin(ground, 1, set('state', 'done')), 1, set('state', 'done'), true)
    expect(isSettled(confirmed)).toBe(false)
    const after = read(confirmed, { state: 'todo', priority: 'none' })
    expect(visible(after)?.state).toBe('done')
    expect(isSettled(after)).toBe(true)
  })

  it('contains an event that came before the first reading did', () => {
    const heard = happen(layersOver<Item>(undefined), set('state', 'done'), true)
    expect(visible(heard)).toBeUndefined()
    expect(visible(read(heard, { state: 'todo' }))?.state).toBe('done')
  })
})

import { expect, it } from 'vitest'
import { newId } from './new-id.ts'
import { dependents, freeToSend } from './outbox-order.ts'
import type { OutboxEntry } from './outbox-state.ts'

let seq = 0
const entry = (more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...{ id: newId(), seq: ++seq, user_id: 'ada', name: 'test', scope: 'acme', variables: {} },
  ...{ about: [], at: 0, ...more },
})
const nothing = new Set<string>()

/** The entries sent at the same time, round by round. */
function rounds(entries: readonly OutboxEntry[]): string[][] {
  let left = [...entries]
  const sent: string[][] = []
  while (left.length > 0) {
    const free = [...freeToSend(left, nothing)]
    if (free.length === 0) break
    sent.push(free.map(({ name }) => name))
    left = left.filter((one) => !free.includes(one))
  }
  return sent
}

it('sends changes of one thing one after the other, and those of others meanwhile', () => {
  const entries = [
    entry({ name: 'state of a', line: 'a' }),
    entry({ name: 'priority of a', line: 'a' }),
    entry({ name: 'state of b', line: 'b' }),
  ]
  expect(rounds(entries)).toEqual([['state of a', 'state of b'], ['priority of a']])
})

it('sends what names something new once that is created', () => {
  const id = newId()
  const entries = [
    entry({ name: 'creation', creates: id, variables: { id } }),
    entry({ name: 'comment on it', scope: { id } }),
    entry({ name: 'its child', creates: newId(), variables: { parent_id: id } }),
    entry({ name: 'something else' }),
  ]
  const expected = [
    ['creation', 'something else'],
    ['comment on it', 'its child'],
  ]
  expect(rounds(entries)).toEqual(expected)
})

it('keeps back what depends on a refused creation, and nothing else', () => {
  const id = newId()
  const refused = entry({ creates: id, line: 'new', refusal: { reason: 'other' } })
  const change = entry({ name: 'change of it', variables: { id } })
  const next = entry({ name: 'next creation', line: 'new', creates: newId() })
  expect(rounds([refused, change, next])).toEqual([['next creation']])
  expect(dependents([refused, change, next], refused)).toEqual([change])
})

it('lets later changes pass a conflict', () => {
  const conflict = { field: 'name', theirs: 'a', mine: 'b', changed_by: null, changed_at: null }
  const [first, second] = [entry({ line: 'a', conflict }), entry({ line: 'a' })]
  expect([...freeToSend([first, second], nothing)]).toEqual([second])
})

it('sends nothing of a line that is being sent', () => {
  const [first, second, other] = [entry({ line: 'a' }), entry({ line: 'a' }), entry({ line: 'b' })]
  expect([...freeToSend([first, second, other], new Set([first.id]))]).toEqual([other])
})

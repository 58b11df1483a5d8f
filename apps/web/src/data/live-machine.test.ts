import type { LiveEvent } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { type LiveInput, type LiveState, nextLive, stopped, waitBefore } from './live-machine.ts'

const event: LiveEvent = { type: 'work_item.removed', id: '1', project_id: '2' }
const ready = (cursor: string, stale = false): LiveInput => ({
  type: 'message',
  message: { kind: 'ready', cursor, stale },
})
const heard = (cursor: string): LiveInput => ({
  type: 'message',
  message: { kind: 'event', cursor, event },
})

function run(...inputs: LiveInput[]) {
  let state: LiveState = stopped
  let effects: ReturnType<typeof nextLive>[1] = []
  for (const input of inputs) [state, effects] = nextLive(state, input)
  return { state, effects }
}

describe('the live socket', () => {
  it('connects without a cursor, and has lists read before that moment read again', () => {
    expect(run({ type: 'start' }).effects).toEqual([{ type: 'connect', cursor: undefined }])
    expect(run({ type: 'start' }, ready('5'))).toEqual({
      state: { phase: 'open', cursor: '5', tries: 0 },
      effects: [{ type: 'read-again', everything: false }],
    })
  })

  it('takes up where the page was made, and reads nothing again', () => {
    expect(run({ type: 'start', cursor: '3' }).effects).toEqual([{ type: 'connect', cursor: '3' }])
    expect(run({ type: 'start', cursor: '3' }, ready('3')).effects).toEqual([])
  })

  it('delivers events and remembers how far it came', () => {
    const { state, effects } = run({ type: 'start' }, ready('5'), heard('6'))
    expect(state.cursor).toBe('6')
    expect(effects).toEqual([{ type: 'deliver', event }])
  })

  it('resumes from the last event after a loss, and reads nothing again', () => {
    const lost: LiveInput[] = [
      { type: 'start' },
      ready('5'),
      heard('6'),
      { type: 'closed', code: 1006 },
    ]
    expect(run(...lost).effects).toEqual([{ type: 'wait', milliseconds: 500 }])
    expect(run(...lost, { type: 'retry' }).effects).toEqual([{ type: 'connect', cursor: '6' }])
    expect(run(...lost, { type: 'retry' }, ready('6')).effects).toEqual([])
  })

  it('reads everything again when it was away too long', () => {
    const { effects } = run(
      { type: 'start' },
      ready('5'),
      { type: 'closed', code: 1006 },
      { type: 'retry' },
      ready('900', true),
    )
    expect(effects).toEqual([{ type: 'read-again', everything: true }])
  })

  it('waits longer each time, and starts over once it worked', () => {
    const closed: LiveInput = { type: 'closed', code: 1006 }
    const retry: LiveInput = { type: 'retry' }
    const third = run({ type: 'start' }, closed, retry, closed, retry, closed)
    expect(third.effects).toEqual([{ type: 'wait', milliseconds: 2000 }])
    expect(
      run({ type: 'start' }, closed, retry, closed, retry, ready('1'), closed).effects,
    ).toEqual([{ type: 'wait', milliseconds: 500 }])
  })

  it('gives up and tells when the session has ended', () => {
    const { state, effects } = run({ type: 'start' }, ready('5'), { type: 'closed', code: 4401 })
    expect(state).toEqual(stopped)
    expect(effects).toEqual([{ type: 'signed-out' }])
  })

  it('does not trust a socket that slept', () => {
    expect(run({ type: 'start' }, ready('5'), { type: 'woken' }).effects).toEqual([
      { type: 'disconnect' },
      { type: 'connect', cursor: '5' },
    ])
  })

  it('ignores what comes after it was stopped', () => {
    expect(run({ type: 'start' }, { type: 'stop' }, { type: 'closed', code: 1000 })).toEqual({
      state: stopped,
      effects: [],
    })
  })
})

it.each([
  [0, 0, 500],
  [0, 1, 625],
  [3, 0, 4000],
  [50, 0, 15_000],
])('before try %i with chance %f waits %i ms', (tries, chance, milliseconds) => {
  expect(waitBefore(tries, chance)).toBe(milliseconds)
})

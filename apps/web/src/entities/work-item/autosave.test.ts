import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Autosave, type SaveStatus } from './autosave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(send: (value: string) => Promise<void> = async () => undefined) {
  const sent: string[] = []
  const statuses: SaveStatus[] = []
  const autosave = new Autosave<string>({
    delay: 1_500,
    send: (value) => {
      sent.push(value)
      return send(value)
    },
    onStatus: (status) => statuses.push(status),
  })
  return { autosave, sent, statuses }
}

// @cap:detail.title-autosave
// @cap:detail.description-autosave
it('sends the last change 1.5 seconds after it', async () => {
  const { autosave, sent, statuses } = setUp()
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(1_000)
  autosave.change('ab')
  await vi.advanceTimersByTimeAsync(1_499)
  expect(sent).toEqual([])
  expect(autosave.isDirty).toBe(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual(['ab'])
  expect(statuses.at(-1)).toBe('saved')
  expect(autosave.isDirty).toBe(false)
})

it('waits for the answer before it sends the next', async () => {
  const answers: (() => void)[] = []
  const { autosave, sent } = setUp(() => new Promise((resolve) => answers.push(resolve)))
  autosave.change('a')
  await vi.advanceTimersByTimeAsync(1_500)
  autosave.change('b')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(sent).toEqual(['a'])
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual(['a', 'b'])
})

it('keeps what was refused, and sends it when asked again', async () => {
  let up = false
  const { autosave, sent, statuses } = setUp(async () => {
    if (!up) throw new Error('no')
  })
  autosave.change('a')
  await autosave.flush()
  expect(statuses.at(-1)).toBe('failed')
  expect(autosave.isDirty).toBe(true)
  up = true
  await autosave.flush()
  expect(sent).toEqual(['a', 'a'])
  expect(statuses.at(-1)).toBe('saved')
})

it('sends at once when the page is left, even while another is on its way', () => {
  const { autosave, sent } = setUp(() => new Promise(() => undefined))
  autosave.change('a')
  void autosave.flush()
  autosave.change('ab')
  void autosave.flush(true)
  expect(sent).toEqual(['a', 'ab'])
})

it('forgets what is not to be kept', async () => {
  const { autosave, sent, statuses } = setUp()
  autosave.change('')
  autosave.forget()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toEqual([])
  expect(statuses.at(-1)).toBe('idle')
})

it('stores what the server has not confirmed, and nothing else', async () => {
  const stored: (string | undefined)[] = []
  let isReachable = false
  const autosave = new Autosave<string>({
    delay: 1_500,
    send: async () => {
      if (!isReachable) throw new Error('offline')
    },
    onStatus: () => undefined,
    store: (value) => stored.push(value),
  })
  autosave.change('a')
  expect(stored).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1_500)
  expect(stored).toEqual(['a'])
  isReachable = true
  await autosave.flush()
  expect(stored).toEqual(['a', undefined])
  autosave.change('b')
  autosave.forget()
  expect(stored).toEqual(['a', undefined, 'b', undefined])
})

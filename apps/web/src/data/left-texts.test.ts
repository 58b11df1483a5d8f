import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  get length() {
    return stored.size
  },
  key: (n: number) => [...stored.keys()][n] ?? null,
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})

const handlers = new Map<string, () => void>()
vi.stubGlobal('addEventListener', (type: string, handler: () => void) =>
  handlers.set(type, handler),
)

const { anyLeftText, leaveText, leaveUnanswered, readLeftChange, readLeftText, takeLeftText } =
  await import('./left-texts.ts')

beforeEach(() => stored.clear())
afterEach(() => void vi.useRealTimers())
afterAll(() => void vi.unstubAllGlobals())

// @cap:errors.session-ends-mid-work
it('gives a text back to who wrote it, and to nobody else', () => {
  leaveText('comment 1', 'ada', '<p>Steep</p>')
  expect(readLeftText('comment 1', 'ada')).toBe('<p>Steep</p>')
  expect(readLeftText('comment 2', 'ada')).toBeUndefined()
  expect(readLeftText('comment 1', 'bob')).toBeUndefined()
  expect(anyLeftText('bob')).toBe(false)
  // Reads by another user removed nothing.
  expect(readLeftText('comment 1', 'ada')).toBe('<p>Steep</p>')
  takeLeftText('comment 1', 'ada')
  expect(anyLeftText('ada')).toBe(false)
})

it('takes what is stored badly, or by something else, for nothing', () => {
  for (const wrong of ['no JSON', 'null', '7', '{"text":7,"at":1}', '{"text":"a"}']) {
    stored.set('cairn.text ada comment 1', wrong)
    expect(readLeftText('comment 1', 'ada')).toBeUndefined()
  }
})

it('forgets after thirty days', () => {
  vi.useFakeTimers({ now: new Date('2026-01-01') })
  leaveText('comment 1', 'ada', 'old')
  vi.setSystemTime(new Date('2026-01-30'))
  expect(readLeftText('comment 1', 'ada')).toBe('old')
  vi.setSystemTime(new Date('2026-02-01'))
  expect(readLeftText('comment 1', 'ada')).toBeUndefined()
  leaveText('comment 2', 'ada', 'new')
  expect(stored.size).toBe(1)
})

it('drops the oldest where there is too much', () => {
  vi.useFakeTimers({ now: new Date('2026-01-01') })
  for (const n of [1, 2, 3]) {
    vi.advanceTimersByTime(1_000)
    leaveText(`comment ${n}`, 'ada', 'x'.repeat(900_000))
  }
  expect([1, 2, 3].map((n) => readLeftText(`comment ${n}`, 'ada') !== undefined)).toEqual([
    false,
    true,
    true,
  ])
})

it('removes a text that was sent when the server has answered, and not a later one', () => {
  const answered = leaveUnanswered('comment 1', 'ada', 'first')
  leaveText('comment 1', 'ada', 'second')
  answered()
  expect(readLeftText('comment 1', 'ada')).toBe('second')
  leaveUnanswered('comment 1', 'ada', 'third')()
  expect(readLeftText('comment 1', 'ada')).toBeUndefined()
})

it('knows of a text that saves itself whether somebody wrote there in the meantime', () => {
  leaveText('title 1', 'ada', 'Steep hill', 'Hill')
  expect(readLeftChange('title 1', 'ada', 'Hill')).toMatchObject({
    text: 'Steep hill',
    isSafe: true,
  })
  expect(readLeftChange('title 1', 'ada', 'Hills')).toMatchObject({ isSafe: false })
  expect(readLeftChange('title 1', 'ada', 'Steep hill')).toBeUndefined()
  expect(stored.size).toBe(0)
})

it('neither stores nor removes anything once the page was left', () => {
  leaveText('comment 1', 'ada', 'first')
  handlers.get('pagehide')?.()
  // Requests aborted by the reload fail now and restore their texts.
  leaveText('comment 2', 'ada', 'sent')
  takeLeftText('comment 1', 'ada')
  handlers.get('pageshow')?.()
  expect(readLeftText('comment 1', 'ada')).toBe('first')
  expect(readLeftText('comment 2', 'ada')).toBeUndefined()
})

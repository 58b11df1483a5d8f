import { afterAll, beforeEach, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})

const { forgetLeftTexts, readLeftText } = await import('./left-texts.ts')

const leave = (owner: string, texts: Record<string, string>) =>
  stored.set('cairn.texts', JSON.stringify({ owner, texts }))

beforeEach(() => stored.clear())
afterAll(() => void vi.unstubAllGlobals())

// @cap:errors.session-ends-mid-work
it('gives a text back to who wrote it, and to nobody else', () => {
  leave('ada', { 'comment 1': '<p>Steep</p>' })
  expect(readLeftText('comment 1', 'ada')).toBe('<p>Steep</p>')
  expect(readLeftText('comment 2', 'ada')).toBeUndefined()
  expect(readLeftText('comment 1', 'bob')).toBeUndefined()
  // Who comes after another finds nothing, and neither does that other any more.
  expect(readLeftText('comment 1', 'ada')).toBeUndefined()
  expect(stored.size).toBe(0)
})

it('is nothing where nothing can be kept, and after signing out', () => {
  stored.set('cairn.texts', 'no JSON')
  expect(readLeftText('comment 1', 'ada')).toBeUndefined()
  leave('ada', { 'comment 1': '<p>Steep</p>' })
  forgetLeftTexts()
  expect(readLeftText('comment 1', 'ada')).toBeUndefined()
})

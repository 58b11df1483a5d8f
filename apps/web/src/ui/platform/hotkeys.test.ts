import { expect, it } from 'vitest'
import { keyOf } from './hotkeys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

it.each([
  [{ ...plain, key: 'C' }, 'c'],
  [{ ...plain, key: '?' }, '?'],
  [{ ...plain, key: 'Delete' }, 'Delete'],
  [{ ...plain, key: 'b', metaKey: true }, 'mod+b'],
  [{ ...plain, key: 'B', ctrlKey: true }, 'mod+b'],
  [{ ...plain, key: 'c', altKey: true }, 'alt+c'],
  [{ ...plain, key: 'c', ctrlKey: true, altKey: true }, 'mod+alt+c'],
  [{ ...plain, key: 'c', ctrlKey: true, metaKey: true }, 'mod+ctrl+c'],
])('%j is %s', (event, key) => {
  expect(keyOf(event)).toBe(key)
})

import { expect, it } from 'vitest'
import { keyOf } from './hotkeys.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

it.each([
  [{ ...plain, key: 'C' }, 'c'],
  [{ ...plain, key: 'C', shiftKey: true }, 'shift+c'],
  [{ ...plain, key: 'Z', ctrlKey: true, shiftKey: true }, 'mod+shift+z'],
  [{ ...plain, key: '?', shiftKey: true }, '?'],
  [{ ...plain, key: 'Delete' }, 'Delete'],
  [{ ...plain, key: 'b', metaKey: true }, 'mod+b'],
  [{ ...plain, key: 'B', ctrlKey: true }, 'mod+b'],
  [{ ...plain, key: '?', shiftKey: true }, '?'],
  [{ ...plain, key: 'Z', ctrlKey: true, shiftKey: true }, 'mod+shift+z'],
  [{ ...plain, key: 'c', altKey: true }, 'alt+c'],
  [{ ...plain, key: 'c', ctrlKey: true, altKey: true }, 'mod+alt+c'],
  [{ ...plain, key: 'c', ctrlKey: true, metaKey: true }, 'mod+ctrl+c'],
])('%j is %s', (event, key) => {
  expect(keyOf(event)).toBe(key)
})

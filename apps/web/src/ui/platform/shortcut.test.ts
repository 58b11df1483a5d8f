import { expect, it } from 'vitest'
import { shortcutKeys, shortcutWords } from './shortcut.ts'

it.each([
  ['mod+k', false, ['Ctrl', 'K']],
  ['mod+k', true, ['⌘', 'K']],
  ['g i', false, ['G', 'I']],
  ['shift+enter', true, ['⇧', '↵']],
  ['esc', false, ['Esc']],
])('shows %o (mac: %o) as %o', (keys, mac, caps) => {
  expect(shortcutKeys(keys, mac)).toEqual(caps)
})

it('says a shortcut in words', () => {
  expect(shortcutWords('mod+alt+c', false)).toBe('Control+Alt+C')
})

import { expect, it } from 'vitest'
import { emojiOf, emojiValue, iconName } from './logo-value.ts'

it.each([
  ['128512', '😀'],
  ['128104-8205-128187', '👨‍💻'],
  ['🚀', '🚀'],
  ['9999999999', undefined],
  ['', undefined],
  [undefined, undefined],
])('shows the stored emoji %o as %o', (value, emoji) => {
  expect(emojiOf(value)).toBe(emoji)
})

it.each(['😀', '👨‍💻', '🇳🇴', '❤️'])('%s survives being stored', (emoji) => {
  expect(emojiOf(emojiValue(emoji))).toBe(emoji)
})

it.each([
  ['TreePine', 'tree-pine'],
  ['tree_pine', 'tree-pine'],
  ['rocket', 'rocket'],
])('knows the icon %o as %o', (stored, name) => {
  expect(iconName(stored)).toBe(name)
})

import { expect, it } from 'vitest'
import { codeOf, emojiOf, reactionCodes, tallyOf } from './reaction-codes.ts'

it('shows the eight', () => {
  expect(reactionCodes.map(emojiOf).join(' ')).toBe('👍 👎 😄 💥 😕 🧡 ✈ 👀')
})

it.each([
  ['128077', '👍'],
  ['party', 'party'],
  ['9999999', '9999999'],
])('reads %o as %o', (code, emoji) => {
  expect(emojiOf(code)).toBe(emoji)
})

it('counts by emoji, the first given first', () => {
  const given = [
    { reaction: '128064', actor: 'ada' },
    { reaction: '128077', actor: 'gus' },
    { reaction: '128064', actor: 'gus' },
  ]
  expect(tallyOf(given)).toEqual([
    { code: '128064', actors: ['ada', 'gus'] },
    { code: '128077', actors: ['gus'] },
  ])
})

it.each(['👍', '❤️', '🇳🇴', '👩‍🚒'])('stores %s so that it is shown again', (emoji) => {
  expect(emojiOf(codeOf(emoji))).toBe(emoji)
  expect(codeOf(emoji).length).toBeLessThanOrEqual(20)
})

import { expect, it } from 'vitest'
import { loadEstimate, strengthOf } from './password-strength.ts'

it.each([
  ['', undefined, 'empty'],
  ['short', 4, 'too_short'],
  ['password', 0, 'weak'],
  ['long enough', undefined, 'unknown'],
  ['long enough', 2, 'weak'],
  ['long enough', 3, 'strong'],
] as const)('%j with score %s is %s', (password, score, strength) => {
  expect(strengthOf(password, score)).toBe(strength)
})

it('knows what people choose', async () => {
  const estimate = await loadEstimate()
  expect(estimate('password1')).toBeLessThan(3)
  expect(estimate('three plain stones on a hill')).toBeGreaterThanOrEqual(3)
})

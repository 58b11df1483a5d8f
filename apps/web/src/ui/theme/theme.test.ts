import { expect, it } from 'vitest'
import { resolveTheme } from './theme.ts'

it.each([
  ['dark', false, 'dark'],
  ['light-contrast', true, 'light-contrast'],
  ['system', true, 'dark'],
  ['system', false, 'light'],
  ['a theme we dropped', true, 'dark'],
  [null, false, 'light'],
])('shows %o where the system is dark (%o) as %o', (choice, systemIsDark, theme) => {
  expect(resolveTheme(choice, systemIsDark)).toBe(theme)
})

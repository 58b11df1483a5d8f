import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, derivePalette, firstColours } from './custom-theme.ts'

const hex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

const colours = fc.record({
  background: hex,
  text: hex,
  primary: hex,
  sidebarBackground: hex,
  sidebarText: hex,
})

const grounds = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'pressed']
const inks = ['ink', 'ink-2', 'ink-3', 'accent-ink']

it.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#777777', 1],
])('measures the contrast of %s and %s', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio)
})

it('keeps the picked colours where they can be read', () => {
  const { base, tokens } = derivePalette(firstColours)
  expect(base).toBe('dark')
  expect(tokens).toMatchObject({
    surface: '#0d101b',
    ink: '#c5c5c5',
    accent: '#3f76ff',
    'sidebar-canvas': '#0d101b',
    'sidebar-ink': '#c5c5c5',
  })
})

it('stands on the light theme where black reads better than white', () => {
  expect(derivePalette({ ...firstColours, background: '#fff7f7' }).base).toBe('light')
})

it('can be read whatever was picked, in the app and in the sidebar', () => {
  fc.assert(
    fc.property(colours, (picked) => {
      const { tokens } = derivePalette(picked)
      const at = (token: string) => tokens[token] ?? token
      const pairs = ['', 'sidebar-'].flatMap((area) =>
        inks.flatMap((ink) =>
          [...grounds, 'selected'].map((ground) => [area + ink, area + ground] as const),
        ),
      )
      pairs.push(['on-accent', 'accent'], ['on-accent', 'accent-hover'], ['on-danger', 'danger'])
      for (const status of ['danger', 'warning', 'success', 'info']) {
        pairs.push([`${status}-ink`, `${status}-subtle`], [`${status}-ink`, 'surface'])
      }
      const unreadable = pairs.filter(([ink, ground]) => contrast(at(ink), at(ground)) < 4.5)
      expect(unreadable).toEqual([])
    }),
  )
})

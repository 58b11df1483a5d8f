import { expect, it } from 'vitest'
import { rulesFor, withoutIdleValues } from './style-of-first-view.ts'

const style = (css: string, ...names: string[]) => rulesFor(new Set(names), css)

it('keeps what is about elements, and what is about the classes in use', () => {
  expect(style('body{margin:0}.flex{display:flex}.grid{display:grid}', 'flex')).toBe(
    'body{margin:0}.flex{display:flex}',
  )
  expect(style('.flex,.grid>li{color:red}', 'grid')).toBe('.grid>li{color:red}')
})

it('keeps a rule only where every class it asks for is in use', () => {
  const hover = '.group\\/row:hover .group-hover\\/row\\:opacity-100{opacity:1}'
  expect(style(hover, 'group/row', 'group-hover/row:opacity-100')).toBe(hover)
  expect(style(hover, 'group/row')).toBe('')
  expect(style('.tab:not(.open,:is(.new)){color:red}', 'tab')).not.toBe('')
})

it('reads names as the code writes them', () => {
  expect(style('.h-8\\.75{height:35px}', 'h-8.75')).not.toBe('')
  expect(style('.\\32 xl\\:flex{display:flex}', '2xl:flex')).not.toBe('')
  expect(style('.z-\\(--z-tooltip\\){z-index:1}', 'z-(--z-tooltip)')).not.toBe('')
  expect(
    style('.shadow-\\[0_0_var\\(--a\\,var\\(--b\\)\\)\\]{top:0}', 'shadow-[0_0_var(--a,var(--b))]'),
  ).not.toBe('')
})

it('leaves out layers and conditions with nothing in them', () => {
  expect(style('@layer a,b;@layer a{.x{top:0}@media (width>=1px){.y{top:0}}}', 'x')).toBe(
    '@layer a,b;@layer a{.x{top:0}}',
  )
  expect(style('@media print{.x{top:0}}@keyframes run{to{top:0}}')).toBe(
    '@keyframes run{to{top:0}}',
  )
})

it('is not confused by marks in strings', () => {
  const quoted = '.x:before{content:"};,"}'
  expect(style(`${quoted}.y{top:0}`, 'x')).toBe(quoted)
})

it('leaves out values that no rule and no code uses, and those only they used', () => {
  const css =
    ':root{--ink:#111;--chart:var(--chart-base);--chart-base:#222}.text-ink{color:var(--ink)}'
  expect(withoutIdleValues(css, '')).toBe(':root{--ink:#111;}.text-ink{color:var(--ink)}')
})

it('keeps values that code names, also by the beginning of their name', () => {
  const css = ':root{--label-fern:#111;--lift-1:0 0 1px "a;b";--stone:#333}'
  expect(withoutIdleValues(css, 'x(`--label-$' + '{name}`, "--lift-1")')).toBe(
    ':root{--label-fern:#111;--lift-1:0 0 1px "a;b";}',
  )
})

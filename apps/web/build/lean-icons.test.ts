import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'
import { leanIcon } from './lean-icons.ts'

const library = path.dirname(createRequire(import.meta.url).resolve('lucide-react'))
const icon = (name: string) =>
  readFile(path.join(library, `../esm/icons/${name}.mjs`), 'utf8').then(leanIcon)

it('leaves the strokes of an icon, for our own component', async () => {
  const code = await icon('circle-question-mark')
  expect(code).toContain('ui/icons/drawn.ts"')
  expect(code).toContain('["circle", { cx: "12", cy: "12", r: "10" }]')
  expect(code).not.toMatch(/createLucideIcon\.mjs|key:|name:|aliases|size:/)
})

it('fails the build for an icon that is made in another way', () => {
  expect(() => leanIcon('export default createIcon()')).toThrow('another way')
})

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { capture, node, root } from './tools.mjs'

const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/operations.md']
const textOf = (page: string) => readFileSync(join(root, page), 'utf8')

/** The commands of a release, as it lists them itself. */
const { output } = await capture(node, ['apps/server/src/cairn.ts', 'help'])
const commands = [...output.matchAll(/^cairn ([a-z]+)/gm)].map(([, name = '']) => name)

/** As the web shows a heading in an address. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** What stands in blocks and in `code`. */
const codeIn = (text: string) =>
  [...text.matchAll(/^```\n(.*?)^```|`([^`\n]+)`/gms)].map(([, block, word]) => block ?? word ?? '')

describe.each(pages)('%s', (page) => {
  const text = textOf(page)

  it('leads to files and headings that exist', () => {
    const targets = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, to = '']) => to)
    const broken = targets.filter((target) => {
      const [file = '', anchor] = target.split('#')
      const found = file ? join(dirname(page), file) : page
      if (!existsSync(join(root, found))) return true
      return anchor !== undefined && !anchorsIn(textOf(found)).includes(anchor)
    })
    expect(broken).toEqual([])
  })

  it('names only commands that exist', () => {
    const code = codeIn(text).join('\n')
    const ofNpm = [...code.matchAll(/\bnpm run ([\w-]+)/g)].map(([, name = '']) => name)
    expect(ofNpm.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([])
    const ours = [...code.matchAll(/(?:^|npx |exec \S+ (?:-- )?|\/opt\/cairn\/)cairn ([a-z]+)/gm)]
    expect(ours.map(([, name = '']) => name).filter((name) => !commands.includes(name))).toEqual([])
  })
})

it('docs/operations.md lists every command of a release', () => {
  const listed = [...textOf('docs/operations.md').matchAll(/^\| (`cairn .*?) \|/gm)]
  const names = listed.flatMap(([, cell = '']) => [...cell.matchAll(/`cairn ([a-z]+)/g)])
  const found = new Set(names.map(([, name]) => name))
  expect([...found].sort()).toEqual(commands.sort())
})

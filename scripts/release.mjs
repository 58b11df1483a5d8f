// `npm run release`: a folder and an archive for each platform that run without npm, and a package
// for npm.
import './require-node.mjs'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main, ScriptError, say, withHeartbeat } from './terminal.mjs'
import { capture, root } from './tools.mjs'

const MAX_BYTES = 120e6

/** Of the last commit, so that building it again gives the same files. */
async function releaseTime() {
  const { SOURCE_DATE_EPOCH: given } = process.env
  const { code, output } = given
    ? { code: 0, output: given }
    : await capture('git', ['log', '-1', '--format=%ct'])
  if (code === 0 && /^\d+$/.test(output)) return Number(output)
  throw new ScriptError(
    'There is no commit whose date the files could have: set SOURCE_DATE_EPOCH.',
  )
}

main(async () => {
  const { values } = parseArgs({
    options: {
      arch: { type: 'string', multiple: true, default: ['x64', 'arm64'] },
      out: { type: 'string', default: join(root, 'release') },
    },
  })
  const out = resolve(process.env.INIT_CWD ?? '', values.out)
  await ensureInstalled()
  await ensureBuilt()
  // These read packages that are installed only now.
  const { archive, sha256Of } = await import('./release/archive.mjs')
  const { assemble } = await import('./release/assemble.mjs')
  const { contentsFor, bundled } = await import('./release/contents.mjs')
  const { packForNpm } = await import('./release/npm-package.mjs')
  const { createSbom } = await import('./release/sbom.mjs')

  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const epoch = await releaseTime()
  mkdirSync(out, { recursive: true })
  const files = []
  const contents = values.arch.map(contentsFor)
  for (const content of contents) {
    const folder = join(out, `cairn-${version}-linux-${content.arch}`)
    const file = `${folder}.tar.gz`
    await withHeartbeat(`Packing ${basename(file)}`, async () => {
      await assemble(folder, content)
      await archive(folder, file, epoch)
    })
    const { size } = statSync(file)
    if (size > MAX_BYTES)
      throw new ScriptError(`${file} has ${size} bytes, more than ${MAX_BYTES}.`)
    files.push(file)
  }
  files.push(await packForNpm(out))
  const sbom = join(out, `cairn-${version}.cdx.json`)
  const described = await createSbom({ version, epoch, contents, bundled: bundled(values.arch) })
  writeFileSync(sbom, `${JSON.stringify(described, null, 2)}\n`)
  files.push(sbom)

  const sums = []
  for (const file of files) sums.push(`${await sha256Of(file)}  ${basename(file)}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  for (const file of files) say(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`)
})

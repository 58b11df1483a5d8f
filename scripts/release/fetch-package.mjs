import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { npm, readable } from '../install.mjs'
import { ScriptError } from '../terminal.mjs'
import { capture, root } from '../tools.mjs'

const downloads = join(root, 'node_modules/.cache/cairn-release')

/** The folder with a package's files: the installed one, or a verified download. */
export async function fetchPackage(wanted) {
  const { path, name, version } = wanted
  const installed = join(root, path)
  const manifest = join(installed, 'package.json')
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version) {
    return installed
  }
  const folder = join(downloads, `${name.replace('/', '-')}-${version}`)
  if (!existsSync(folder)) await download(wanted, folder)
  return folder
}

/** Packed by npm, so that no install script runs. */
async function download({ name, version, integrity }, folder) {
  const half = `${folder}.half`
  rmSync(half, { recursive: true, force: true })
  mkdirSync(half, { recursive: true })
  await succeed(npm(['pack', `${name}@${version}`, '--pack-destination', half]), name)
  const archive = join(half, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  const expected = integrity ?? (await publishedIntegrity(name, version))
  const sum = createHash('sha512').update(readFileSync(archive)).digest('base64')
  if (!expected.split(' ').includes(`sha512-${sum}`)) {
    throw new ScriptError(`The download of ${name}@${version} is not what was published.`)
  }
  await succeed(capture('tar', ['-xzf', archive, '-C', half, '--strip-components=1']), name)
  rmSync(archive)
  // Renamed when complete: an interrupted download must not count.
  renameSync(half, folder)
}

/** For packages that the lock file lacks. */
export async function publishedIntegrity(name, version) {
  const output = await succeed(npm(['view', `${name}@${version}`, 'dist.integrity']), name)
  return /sha512-\S+/.exec(output)?.[0] ?? ''
}

async function succeed(running, name) {
  const { code, output } = await running
  if (code !== 0) throw new ScriptError(`${name} could not be downloaded.\n${readable(output)}`)
  return output
}

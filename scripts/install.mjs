import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ScriptError, withHeartbeat } from './terminal.mjs'
import { capture, node, root } from './tools.mjs'

/** Installs what package-lock.json names, unless it is there already. */
export async function ensureInstalled() {
  if (isInstalled()) return
  await withHeartbeat('Installing packages', async () => {
    const { code, output } = await npm([
      // Not `npm ci`: it refuses a lock file made where some other platform's package was not to be
      // had. This keeps to the lock file's versions all the same, and does not write it.
      'install',
      '--no-save',
      // No package of ours needs its install script, and none should run as whoever starts Cairn.
      '--ignore-scripts',
      // The web app is built here; NODE_ENV=production would leave out what builds it.
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
 * npm writes down what it installed only when it is through, so an interrupted install does not
 * count. Comparing versions, not dates: a fresh clone's files all have the date of the clone.
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

/** npm under the Node that started us: ours lies in the folder that npm is about to replace. */
function npm(args) {
  const { npm_execpath: script, npm_node_execpath: runtime, ...env } = process.env
  if (script && runtime) return capture(runtime, [script, ...args], { env })
  return capture('npm', args, { env })
}

/** What went wrong, without npm's advice and without the names of hosts. */
function readable(output) {
  return output
    .split('\n')
    .filter((line) => !/A complete log of this run|^npm warn/i.test(line))
    .map((line) => line.replace(/https?:\/\/[^/\s]+/g, '(registry)'))
    .slice(0, 12)
    .join('\n')
}

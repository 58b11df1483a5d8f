import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ScriptError, withHeartbeat } from './terminal.mjs'
import { capture, node, root, toolEnv } from './tools.mjs'

/** Builds what is missing, or was built from other sources. */
export async function ensureBuilt() {
  await ensureWebBuilt()
  await ensureServerBuilt()
}

/** `isBeside` other work: without output, and with a lower priority. */
export const ensureWebBuilt = (options) => ensure('web app', 'apps/web', options)

export async function ensureServerBuilt() {
  if (await ensure('server', 'apps/server')) {
    // Compiled once here: otherwise the first start is slower and uses more memory.
    await capture(node, ['apps/server/dist/warm-up.cjs'])
  }
}

async function ensure(name, folder, { isBeside = false } = {}) {
  // Inside the output: vite empties the folder first, so an incomplete build never counts.
  const stamp = join(root, folder, 'dist/.stamp')
  const sources = hashOf([folder, 'packages'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return false
  const build = async () => {
    const { code, output } = await capture('vite', ['build', '--logLevel', 'warn'], {
      isBeside,
      cwd: join(root, folder),
      // Overrides the caller's environment: libraries change their behavior by it.
      env: toolEnv({ NODE_ENV: 'production' }),
    })
    if (code !== 0) throw new ScriptError(`The ${name} could not be built.\n${output}`)
  }
  await (isBeside ? build() : withHeartbeat(`Building the ${name}`, build))
  writeFileSync(stamp, sources)
  return true
}

function hashOf(folders) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of folders) {
    for (const file of filesIn(join(root, folder))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

const notBuiltFrom = /^(node_modules|dist|test-kit|\..*|.*\.test\.tsx?)$/

function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (notBuiltFrom.test(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

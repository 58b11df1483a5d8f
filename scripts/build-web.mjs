import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ScriptError, withHeartbeat } from './terminal.mjs'
import { keep, root } from './tools.mjs'

const web = join(root, 'apps/web')
// Inside the result: vite empties the folder first, so half a build never counts as one.
const stamp = join(web, 'dist/.stamp')

/** Builds the web app, unless the last build was made of the same sources. */
export async function ensureBuilt() {
  const sources = hashOfSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  await withHeartbeat('Building the web app', async () => {
    const { code, output } = await keep('vite', ['build', '--logLevel', 'warn'], { cwd: web })
    if (code !== 0) throw new ScriptError(`The web app could not be built.\n${output}`)
  })
  writeFileSync(stamp, sources)
}

function hashOfSources() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of ['apps/web', 'packages']) {
    for (const file of filesIn(join(root, folder))) {
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

const notBuiltFrom = /^(node_modules|dist|\..*|.*\.test\.tsx?)$/

function filesIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (notBuiltFrom.test(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

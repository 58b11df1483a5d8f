import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keep, node, root } from './tools.mjs'

// As in `npm start`: code compiled otherwise would be compiled again.
const flags = ['--optimize-for-size']

/** Compiles the server's code once after the install; a start without it is slower and heavier. */
export async function ensureWarm() {
  if (existsSync(join(root, 'node_modules/.cache/cairn'))) return
  await keep(node, [...flags, 'apps/server/src/warm-up.ts'])
}

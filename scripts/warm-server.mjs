import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keep, node, root } from './tools.mjs'

/** Compiles the server's code once after the install; a start without it is slower and heavier. */
export async function ensureWarm() {
  if (existsSync(join(root, 'node_modules/.cache/cairn'))) return
  await keep(node, ['apps/server/src/warm-up.ts'])
}

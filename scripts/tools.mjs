import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules/.bin')

/** The Node that npm installed for us, whatever the machine has. */
export const node = join(bin, 'node')

/** Our tools before the machine's, so that a tool's `#!/usr/bin/env node` finds our Node too. */
export const toolEnv = (more = {}) => ({
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  ...more,
})

const ended = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ? 1 : code))
  })

/** Runs a program with its output on ours; answers its exit code. */
export function show(program, args, { env = toolEnv(), cwd = root } = {}) {
  return ended(spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] }))
}

/** Runs a program and keeps what it says for later; `isBeside` others, with a lower priority. */
export async function capture(
  program,
  args,
  { env = toolEnv(), cwd = root, isBeside = false } = {},
) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  if (isBeside && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const chunks = []
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  const code = await ended(child).catch((error) => {
    chunks.push(Buffer.from(error.message))
    return 127
  })
  return { code, output: Buffer.concat(chunks).toString('utf8').trim() }
}

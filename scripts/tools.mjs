import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules/.bin')

/** The Node installed by npm, not the one of the machine. */
export const node = join(bin, 'node')

/**
 * Our tools before the machine's, so that a tool's `#!/usr/bin/env node` finds our Node too.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export const toolEnv = (more = {}) => ({
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  ...more,
})

const ended = (child) =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code: signal ? 1 : code, signal }))
  })

const LAST_LINES = 40

/**
 * Runs a program with its output on ours; returns its exit code, and how it ended with the last
 * lines of its errors, for a program that ends without a report.
 */
export async function show(program, args, { env = toolEnv(), cwd = root } = {}) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    process.stderr.write(chunk)
    errors = `${errors}${chunk}`.split('\n').slice(-LAST_LINES).join('\n')
  })
  const { code, signal } = await ended(child)
  const how = signal ? `by ${signal}` : `with code ${code}`
  return { code, end: `${program} ended ${how} and wrote no report.\n${errors.trim()}` }
}

/** Runs a program and keeps its output for later; `isBeside` others, with a lower priority. */
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
  const { code } = await ended(child).catch((error) => {
    chunks.push(Buffer.from(error.message))
    return { code: 127 }
  })
  return { code, output: Buffer.concat(chunks).toString('utf8').trim() }
}

import { complain, say, seconds } from './terminal.mjs'
import { keep } from './tools.mjs'

const checks = {
  'types of server, packages, tests': ['tsc', '-p', '.'],
  'types of the web app': ['tsc', '-p', 'apps/web'],
  'format and lint': ['biome', 'check', '.'],
  'unused files, exports, packages': ['knip'],
  'who may import whom': [
    ...['depcruise', 'apps', 'packages', 'bench', 'e2e'],
    ...['--config', '.dependency-cruiser.mjs'],
  ],
  text: ['node', 'scripts/check-text.mjs'],
  'lookups by outside names': ['node', 'scripts/check-lookups.mjs'],
}

/** Runs every check, two at a time, and answers how many failed. */
export async function runChecks() {
  const waiting = Object.entries(checks)
  let failed = 0
  async function worker() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, [program, ...args]] = next
      const began = Date.now()
      const { code, output } = await keep(program, args)
      say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(began)})`)
      if (code === 0) continue
      failed++
      complain(output)
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}

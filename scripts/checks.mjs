import { complain, say, seconds } from './terminal.mjs'
import { capture } from './tools.mjs'

// One type checker each: several would each infer the types of the contract, which takes three
// times the CPU time, and two programs already run in parallel.
const checks = {
  'types of server, packages, tests': ['tsc', '-p', '.', '--checkers', '1'],
  'types of the web app': ['tsc', '-p', 'apps/web', '--checkers', '1'],
  'format and lint': ['biome', 'check', '.'],
  'unused files, exports, packages': ['knip'],
  'who may import whom': [
    ...['depcruise', 'apps', 'packages', 'bench', 'e2e'],
    ...['--config', '.dependency-cruiser.mjs'],
  ],
  'walls between features': ['node', 'scripts/check-walls.mjs'],
  text: ['node', 'scripts/check-text.mjs'],
  'names of identifiers': ['node', 'scripts/check-names.mjs'],
  'lookups by outside names': ['node', 'scripts/check-lookups.mjs'],
}

const terminal = { say, complain }

/**
 * Runs all checks, two at a time, and returns how many failed. With `isBeside` they use only idle
 * CPU time.
 */
export async function runChecks({ to = terminal, isBeside = false } = {}) {
  const waiting = Object.entries(checks)
  let failed = 0
  async function worker() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, [program, ...args]] = next
      const began = Date.now()
      const { code, output } = await capture(program, args, { isBeside })
      to.say(`${code === 0 ? '✓' : '✗'} ${name} (${seconds(began)})`)
      if (code === 0) {
        if (program === 'node' && output) to.say(output.trim().replace(/^/gm, '  '))
        continue
      }
      failed++
      to.complain(output)
    }
  }
  await Promise.all([worker(), worker()])
  return failed
}

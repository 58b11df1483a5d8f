import './require-node.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureServerBuilt, ensureWebBuilt } from './build.mjs'
import { runChecks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { clusterPrograms, ensurePrograms } from './system-packages.mjs'
import { complain, main, ScriptError, say, seconds } from './terminal.mjs'
import { playwrightResult, vitestResult } from './test-results.mjs'
import { show, toolEnv } from './tools.mjs'

/** Of what operators use, with their Debian packages. */
const operationsPrograms = {
  ...{ buildah: 'buildah', mmdebstrap: 'mmdebstrap' },
  ...{ nginx: 'nginx-light', haproxy: 'haproxy', caddy: 'caddy', go: 'golang-go' },
  ...clusterPrograms,
}

const parts = {
  check: async () => checkResult(await runChecks()),

  async unit(reports, filters) {
    // The server that is killed repeatedly is the production build.
    await ensureServerBuilt()
    const report = join(reports, 'vitest.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const run = await show('vitest', ['run', ...reporters, ...filters])
    return vitestResult(report, run)
  },

  async e2e(reports, filters) {
    await ensureBuilt()
    const report = join(reports, 'playwright.json')
    const env = toolEnv({
      CHROMIUM_PATH: await ensureChromium(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    })
    const options = ['-c', 'e2e/playwright.config.ts', '--reporter=list,json']
    const run = await show('playwright', ['test', ...options, ...filters], { env })
    return playwrightResult(report, run)
  },

  /** Only if it is named: it needs root, and installs programs. */
  async operations(reports, filters) {
    await ensurePrograms(operationsPrograms)
    await ensureBuilt()
    const report = join(reports, 'operations.json')
    const config = ['--config', 'scripts/operations/vitest.config.mjs']
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const run = await show('vitest', ['run', ...config, ...reporters, ...filters])
    return vitestResult(report, run)
  },
}

/**
 * `npm test` runs everything but the tests of operations, `npm test -- unit` one part, further words
 * filter that part.
 */
main(async () => {
  const [wanted, ...filters] = process.argv.slice(2)
  if (wanted && !Object.hasOwn(parts, wanted)) {
    throw new ScriptError(
      `There is no part "${wanted}": it is one of ${Object.keys(parts).join(', ')}.`,
    )
  }
  await ensureInstalled()
  const reports = mkdtempSync(join(tmpdir(), 'cairn-tests-'))
  const run = (part) => inTime(part, parts[part](reports, filters))
  const results = []
  try {
    if (wanted) {
      title(wanted)
      results.push(await run(wanted))
    } else {
      const { ended, print } = checkBeside()
      const prepared = prepareBeside(ended)
      title('unit')
      const unit = await run('unit')
      title('check')
      results.push(await ended, unit)
      print()
      await prepared
      title('e2e')
      results.push(await run('e2e'))
    }
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  const sum = (count) => results.reduce((total, result) => total + result[count], 0)
  const failed = sum('failed')
  const failures = results.flatMap((result) => result.failures)
  for (const failure of failures) say(`\n✗ ${failure}`)
  // Once more at the end, where they are found in a long log.
  if (failures.length > 0) say('')
  for (const failure of failures) say(`✗ ${failure.split('\n', 2).join(' ')}`)
  say(`\n${results.map(({ line }) => line).join('\n')}`)
  say(`${sum('passed')} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
})

function title(part) {
  say(`\n— ${part} —`)
}

function checkResult(failed) {
  return { passed: 0, failed, failures: [] }
}

/** Runs the checks on CPU time left by the unit tests, and prints their output afterwards. */
function checkBeside() {
  const lines = []
  const to = {
    say: (line) => lines.push([say, line]),
    complain: (line) => lines.push([complain, line]),
  }
  return {
    ended: inTime('check', runChecks({ to, isBeside: true }).then(checkResult)),
    print() {
      for (const [write, line] of lines) write(line)
    },
  }
}

/**
 * Prepares the browser tests while the unit tests run; the build comes after the checks, which also
 * need much memory. A failure here is retried by the browser tests, which then report it.
 */
const prepareBeside = (checked) =>
  Promise.allSettled([
    ensureChromium({ isBeside: true }),
    checked.then(() => ensureWebBuilt({ isBeside: true })),
  ])

async function inTime(part, work) {
  const began = Date.now()
  const { passed, failed, failures, slowest = [] } = await work.catch(brokenOff)
  if (slowest.length > 1) say(`\nThe slowest of ${part}:\n${slowest.join('\n')}`)
  const mark = failed === 0 ? '✓' : '✗'
  const line = `${mark} ${part}: ${passed} passed, ${failed} failed (${seconds(began)})`
  return { passed, failed, failures, line }
}

/** A part that could not run is a failure, but the others still run. */
function brokenOff(error) {
  if (!(error instanceof ScriptError)) throw error
  say(error.message)
  return { passed: 0, failed: 1, failures: [error.message] }
}

import './require-node.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureServerBuilt } from './build.mjs'
import { runChecks } from './checks.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './install.mjs'
import { main, ScriptError, say, seconds } from './terminal.mjs'
import { playwrightResult, vitestResult } from './test-results.mjs'
import { show, toolEnv } from './tools.mjs'

const parts = {
  async check() {
    return { passed: 0, failed: await runChecks(), failures: [] }
  },

  async unit(reports, filters) {
    // What is killed again and again is the server as people run it.
    await ensureServerBuilt()
    const report = join(reports, 'vitest.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await show('vitest', ['run', ...reporters, ...filters])
    return vitestResult(report, code)
  },

  async e2e(reports, filters) {
    await ensureBuilt()
    const report = join(reports, 'playwright.json')
    const env = toolEnv({
      CHROMIUM_PATH: await ensureChromium(),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    })
    const options = ['-c', 'e2e/playwright.config.ts', '--reporter=list,json']
    const code = await show('playwright', ['test', ...options, ...filters], { env })
    return playwrightResult(report, code)
  },
}

/** `npm test` runs everything, `npm test -- unit` one part, more words narrow that part down. */
main(async () => {
  const [wanted, ...filters] = process.argv.slice(2)
  if (wanted && !Object.hasOwn(parts, wanted)) {
    throw new ScriptError(
      `There is no part "${wanted}": it is one of ${Object.keys(parts).join(', ')}.`,
    )
  }
  await ensureInstalled()
  const reports = mkdtempSync(join(tmpdir(), 'cairn-tests-'))
  const summary = []
  const told = []
  const total = { passed: 0, failed: 0 }
  try {
    for (const part of wanted ? [wanted] : Object.keys(parts)) {
      say(`\n— ${part} —`)
      const began = Date.now()
      const { passed, failed, failures } = await parts[part](reports, filters).catch(brokenOff)
      summary.push(
        `${failed === 0 ? '✓' : '✗'} ${part}: ${passed} passed, ${failed} failed (${seconds(began)})`,
      )
      told.push(...failures)
      total.passed += passed
      total.failed += failed
    }
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
  for (const failure of told) say(`\n✗ ${failure}`)
  say(`\n${summary.join('\n')}`)
  say(`${total.passed} passed, ${total.failed} failed`)
  return total.failed === 0 ? 0 : 1
})

/** A part that could not run is a failure, and no reason to leave out the others. */
function brokenOff(error) {
  if (!(error instanceof ScriptError)) throw error
  say(error.message)
  return { passed: 0, failed: 1, failures: [error.message] }
}

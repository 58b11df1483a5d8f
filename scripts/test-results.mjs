import { existsSync, readFileSync } from 'node:fs'

export const vitestResult = (file, code) =>
  readResult(file, code, ({ numPassedTests, numFailedTests }) => [numPassedTests, numFailedTests])

export const playwrightResult = (file, code) =>
  readResult(file, code, ({ stats }) => [stats.expected + stats.flaky, stats.unexpected])

function readResult(file, code, count) {
  const [passed, failed] = existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : [0, 0]
  // A file that does not load or a server that does not start fails without a failed test.
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) }
}

import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './tools.mjs'

/**
 * Numbers of passed and failed tests, the failures with reasons, and the slowest tests, for the
 * summary.
 */
export const vitestResult = (file, run) =>
  readResult(file, run, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    failures: testResults.flatMap(failuresOfFile),
    slowest: slowest(
      testResults.map(({ name, startTime, endTime }) => [
        endTime - startTime,
        relative(root, name),
      ]),
    ),
  }))

export const playwrightResult = (file, run) =>
  readResult(file, run, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap(failuresOfSuite),
    slowest: slowest(suites.flatMap(durationsOfSuite)),
  }))

function readResult(file, { code, end }, read) {
  const { passed, failed, ...names } = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 1, failures: [end], slowest: [] }
  // A file that does not load or a server that does not start fails without a failed test.
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), ...names }
}

function failuresOfFile({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === 'failed')
  const file = relative(root, name)
  if (tests.length === 0 && status === 'failed') return [describeFailure(file, message)]
  return tests.map((test) => describeFailure(`${file} › ${test.fullName}`, test.failureMessages[0]))
}

function failuresOfSuite({ suites = [], specs = [] }) {
  const failed = specs.filter((spec) => !spec.ok)
  return [
    ...failed.map(({ file, line, title, tests }) => {
      const result = tests.flatMap(({ results }) => results).find(({ error }) => error)
      const failure = describeFailure(`${file}:${line} › ${title}`, result?.error.message)
      return [failure, ...snapshotsOf(result), ...browserErrorsOf(result)].join('\n    ')
    }),
    ...suites.flatMap(failuresOfSuite),
  ]
}

/**
 * Page snapshots of a failed test, because its files stay on the machine that ran it. Only the main
 * part and the dialogs after it: a log is cut off where it gets long.
 */
function snapshotsOf({ attachments = [] } = {}) {
  return attachments
    .filter(({ name, path }) => name.startsWith('error-context') && existsSync(path ?? ''))
    .flatMap(({ path }) => /```yaml\n(.*?)```/s.exec(readFileSync(path, 'utf8'))?.[1] ?? [])
    .flatMap((snapshot) => shortened(snapshot.split('\n')))
}

function shortened(snapshot) {
  const start = snapshot.findIndex((line) => /^\s*- main\b/.test(line))
  return snapshot
    .slice(Math.max(start, 0))
    .map((line) => line.replaceAll(/ \[(?:ref=\w+|cursor=pointer)\]/g, ''))
    .filter((line) => !/^\s*(?:- \/url: .*|- generic:|)$/.test(line))
    .slice(0, 60)
}

/** See `e2e/kit/browser-errors.ts`. */
function browserErrorsOf({ attachments = [] } = {}) {
  return attachments
    .filter(({ name }) => name === 'browser-errors')
    .flatMap(({ body = '' }) => Buffer.from(body, 'base64').toString().split('\n'))
}

function durationsOfSuite({ suites = [], specs = [] }) {
  return [
    ...specs.map(({ file, line, title, tests }) => [
      tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
      `${file}:${line} › ${title}`,
    ]),
    ...suites.flatMap(durationsOfSuite),
  ]
}

const slowest = (durations) =>
  durations
    .toSorted(([one], [other]) => other - one)
    .slice(0, 10)
    .map(([ms, name]) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)

const describeFailure = (name, why = '') =>
  [name, ...stripVTControlCharacters(why).split('\n').filter(Boolean).slice(0, 12)].join('\n    ')

import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './tools.mjs'

/** How many passed and failed, what failed and why, and what took longest, for the summary. */
export const vitestResult = (file, code) =>
  readResult(file, code, ({ numPassedTests, numFailedTests, testResults }) => ({
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

export const playwrightResult = (file, code) =>
  readResult(file, code, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap(failuresOfSuite),
    slowest: slowest(suites.flatMap(durationsOfSuite)),
  }))

function readResult(file, code, read) {
  const { passed, failed, ...names } = existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, failures: [], slowest: [] }
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
    ...failed.map(({ file, line, title, tests }) =>
      describeFailure(
        `${file}:${line} › ${title}`,
        tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
      ),
    ),
    ...suites.flatMap(failuresOfSuite),
  ]
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
  [name, ...why.split('\n').filter(Boolean).slice(0, 12)].join('\n    ')

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { playwrightResult, vitestResult } from './test-results.mjs'
import { root, show } from './tools.mjs'

const folder = mkdtempSync(join(tmpdir(), 'cairn-results-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content) {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(content))
  return file
}

const passed = { status: 'passed', fullName: 'adds', failureMessages: [] }
const failed = {
  status: 'failed',
  fullName: 'takes away',
  failureMessages: ['expected 1\nto be 2'],
}
const testFile = (name, seconds, ...assertionResults) => ({
  ...{ name: join(root, name), startTime: 5_000, endTime: 5_000 + seconds * 1_000 },
  ...{ status: 'passed', message: '', assertionResults },
})
const unit = (...testResults) => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const count = (status) => all.filter((test) => test.status === status).length
  return { numPassedTests: count('passed'), numFailedTests: count('failed'), testResults }
}

const spec = (title, ...durations) => ({
  ...{ title, file: 'list.spec.ts', line: 7, ok: true },
  tests: [{ results: durations.map((duration) => ({ duration })) }],
})

describe('a report of vitest', () => {
  it('says what failed and why, by file and test', () => {
    const file = report(unit(testFile('apps/a.test.ts', 1, passed, failed)))
    expect(vitestResult(file, { code: 1 })).toMatchObject({
      ...{ passed: 1, failed: 1 },
      failures: ['apps/a.test.ts › takes away\n    expected 1\n    to be 2'],
    })
  })

  it('counts a file that could not be loaded as a failure', () => {
    const broken = { ...testFile('apps/a.test.ts', 0), status: 'failed', message: 'no such module' }
    expect(vitestResult(report(unit(broken)), { code: 1 })).toMatchObject({
      ...{ passed: 0, failed: 1 },
      failures: ['apps/a.test.ts\n    no such module'],
    })
  })

  it('names the ten slowest files, the slowest first', () => {
    const files = Array.from({ length: 12 }, (_, n) => testFile(`apps/${n}.test.ts`, n, passed))
    const { slowest } = vitestResult(report(unit(...files)), { code: 0 })
    expect(slowest).toHaveLength(10)
    expect(slowest[0]).toBe('  11.0 s  apps/11.test.ts')
    expect(slowest.at(-1)).toBe('   2.0 s  apps/2.test.ts')
  })
})

describe('a report of Playwright', () => {
  it('names the slowest tests of all suites, however deep', () => {
    const file = report({
      stats: { expected: 3, flaky: 0, unexpected: 0 },
      suites: [
        { specs: [spec('opens', 900)], suites: [{ specs: [spec('scrolls', 12_340)] }] },
        { specs: [spec('sorts', 2_000)] },
      ],
    })
    expect(playwrightResult(file, { code: 0 })).toEqual({
      ...{ passed: 3, failed: 0, failures: [] },
      slowest: [
        '  12.3 s  list.spec.ts:7 › scrolls',
        '   2.0 s  list.spec.ts:7 › sorts',
        '   0.9 s  list.spec.ts:7 › opens',
      ],
    })
  })

  it('prints the main part of the page with the failure', () => {
    const snapshot = join(folder, 'error-context.md')
    const lines = [
      '- navigation "Sidebar" [ref=e1]:',
      '- main [ref=e2]:',
      '  - generic [ref=e3]:',
      '    - link "Autumn" [ref=e4] [cursor=pointer]:',
      '      - /url: /cycles/',
    ]
    writeFileSync(snapshot, ['# Page snapshot', '```yaml', ...lines, '```'].join('\n'))
    const result = {
      ...{ duration: 5, error: { message: '\u001b[31mnot visible\u001b[39m' } },
      attachments: [{ name: 'error-context', path: snapshot }],
    }
    const failing = { ...spec('opens'), ok: false, tests: [{ results: [result] }] }
    const file = report({ stats: { unexpected: 1 }, suites: [{ specs: [failing] }] })
    expect(playwrightResult(file, { code: 1 }).failures).toEqual([
      ['list.spec.ts:7 › opens', 'not visible', '- main:', '    - link "Autumn":'].join('\n    '),
    ])
  })

  it('prints the errors the browser reported with the failure', () => {
    const result = {
      ...{ duration: 5, error: { message: 'not visible' } },
      attachments: [{ name: 'browser-errors', body: btoa('NotFoundError: removeChild') }],
    }
    const failing = { ...spec('opens'), ok: false, tests: [{ results: [result] }] }
    const stats = { expected: 0, flaky: 0, unexpected: 1 }
    const file = report({ stats, suites: [{ specs: [failing] }] })
    expect(playwrightResult(file, { code: 1 }).failures).toEqual([
      'list.spec.ts:7 › opens\n    not visible\n    NotFoundError: removeChild',
    ])
  })
})

it('says how a program ended that wrote no report', () => {
  const run = { code: 1, end: 'vitest ended by SIGSEGV and wrote no report.' }
  expect(vitestResult(join(folder, 'missing.json'), run)).toEqual({
    ...{ passed: 0, failed: 1, slowest: [] },
    failures: ['vitest ended by SIGSEGV and wrote no report.'],
  })
})

it('knows how a program ended, and its last errors', async () => {
  const script = 'console.error("out of memory"); process.kill(process.pid, "SIGABRT")'
  const { code, end } = await show(process.execPath, ['-e', script])
  expect(code).toBe(1)
  expect(end).toMatch(/ended by SIGABRT and wrote no report\.\nout of memory$/)
})

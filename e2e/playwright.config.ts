import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

// In the environment: every worker reads this file again and must use the same server.
process.env.E2E_PORT ??= String(20_000 + Math.floor(Math.random() * 20_000))
process.env.E2E_DATA ??= mkdtempSync(path.join(os.tmpdir(), 'cairn-e2e-'))
const baseURL = `http://localhost:${process.env.E2E_PORT}`
const asRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 3,
  retries: 0,
  // Only to catch hanging tests: a small, busy machine needs its time.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  globalTeardown: './kit/remove-data.ts',
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // A test could not mock requests that a service worker answers.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--disable-gpu',
        // No page lives long enough to benefit from optimized code.
        '--js-flags=--no-opt,--no-maglev',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Chromium's sandbox does not work for root.
        ...(asRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
  // The instance can be set up once; everything else happens after it.
  projects: [
    { name: 'first-run', testMatch: 'first-run.spec.ts' },
    { name: 'daily-use', testIgnore: 'first-run.spec.ts', dependencies: ['first-run'] },
  ],
  webServer: {
    command: 'exec node apps/server/dist/main.cjs',
    cwd: path.resolve(import.meta.dirname, '..'),
    url: `${baseURL}/health/`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA,
      LOG_LEVEL: 'warn',
      // Lets each visitor use its own IP address, so that they are not throttled as one.
      TRUST_PROXY: '1',
      // The tests themselves receive the webhooks.
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      // And the push messages; see kit/push-service.ts.
      EGRESS_ALLOW: '127.0.0.7/32',
    },
  },
})

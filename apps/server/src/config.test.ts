import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('needs nothing', () => {
  expect(readConfig({}, false)).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: `${process.cwd()}/data`,
    databaseUrl: undefined,
    webUrl: undefined,
    trustProxy: false,
    logLevel: 'info',
    smtp: null,
  })
  expect(readConfig({}, true).dataDir).toBe('/var/lib/cairn')
})

it('reads what is given', () => {
  const config = readConfig({
    PORT: '8080',
    WEB_URL: 'https://cairn.example/app/',
    TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
    SMTP_HOST: 'mail.example',
    SMTP_TLS: 'ssl',
  })
  expect(config).toMatchObject({
    port: 8080,
    webUrl: 'https://cairn.example',
    trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    smtp: { host: 'mail.example', port: 587, useSsl: true, useTls: false },
  })
})

it.each([
  [{ TRUST_PROXY: '1' }, true],
  [{ TRUST_PROXY: '0' }, false],
  [{ TRUST_PROXY: '' }, false],
])('reads %o as trust: %s', (environment, trust) => {
  expect(readConfig(environment).trustProxy).toBe(trust)
})

it.each([
  [{ PORT: 'eighty' }, /PORT/],
  [{ PORT: '70000' }, /PORT/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  [{ WEB_URL: 'cairn.example' }, /WEB_URL must be an http or https address/],
])('refuses %o in one line that names it', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

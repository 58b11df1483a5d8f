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
    FILE_SIZE_LIMIT: '1000000',
    LLM_BASE_URL: 'http://10.0.0.7:11434/v1/',
  })
  expect(config).toMatchObject({
    port: 8080,
    webUrl: 'https://cairn.example',
    trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    smtp: { host: 'mail.example', port: 587, useSsl: true, useTls: false },
    fileSizeLimit: 1_000_000,
    llmAddresses: { openai: 'http://10.0.0.7:11434/v1/chat/completions' },
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
  [{ FILE_SIZE_LIMIT: '0' }, /FILE_SIZE_LIMIT/],
  [{ WEB_URL: 'cairn.example' }, /WEB_URL must be an http or https address/],
  [{ LLM_BASE_URL: 'localhost:11434' }, /LLM_BASE_URL must be an http or https address/],
])('refuses %o in one line that names it', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

it('takes what an administrator could set from the environment, by the setting’s name', () => {
  const environment = {
    ENABLE_SIGNUP: '0',
    LLM_API_KEY: 'sk-1',
    GOOGLE_CLIENT_ID: 'google',
    EMAIL_HOST: 'not.read.example',
    UNKNOWN: 'x',
  }
  expect(readConfig(environment).settings).toEqual({
    ENABLE_SIGNUP: '0',
    LLM_API_KEY: 'sk-1',
    GOOGLE_CLIENT_ID: 'google',
  })
  expect(() => readConfig({ ENABLE_SIGNUP: 'no' })).toThrow(/ENABLE_SIGNUP/)
})

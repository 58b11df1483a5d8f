import { describe, expect, it } from 'vitest'
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
    GITHUB_APP_NAME: 'cairn-trails',
  })
  expect(config).toMatchObject({
    port: 8080,
    webUrl: 'https://cairn.example',
    trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    smtp: { host: 'mail.example', port: 587, useSsl: true, useTls: false },
    fileSizeLimit: 1_000_000,
    githubAppName: 'cairn-trails',
    llmAddresses: { openai: 'http://10.0.0.7:11434/v1/chat/completions' },
  })
})

it.each([
  [{}, 60],
  [{ API_KEY_RATE_LIMIT: '120/minute' }, 120],
  [{ API_KEY_RATE_LIMIT: '5' }, 5],
  [{ API_KEY_RATE_LIMIT: '0' }, null],
  [{ API_KEY_RATE_LIMIT: 'off' }, null],
])('%o lets a token call %o times a minute', (environment, limit) => {
  expect(readConfig(environment).apiKeyRateLimit).toBe(limit)
})

it('refuses a limit it cannot read', () => {
  expect(() => readConfig({ API_KEY_RATE_LIMIT: 'plenty' })).toThrow('API_KEY_RATE_LIMIT')
})

it.each([
  [{ TRUST_PROXY: '1' }, 1],
  [{ TRUST_PROXY: 'true' }, 1],
  [{ TRUST_PROXY: '2' }, 2],
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
  [{ S3_ENDPOINT_URL: 'minio:9000' }, /S3_ENDPOINT_URL must be an http or https address/],
  [{ S3_BUCKET_NAME: '../up' }, /S3_BUCKET_NAME/],
  [{ S3_BUCKET_NAME: 'files' }, /needs the variable S3_ACCESS_KEY_ID too/],
  [
    { S3_ENDPOINT_URL: 'http://minio:9000', S3_ACCESS_KEY_ID: 'key' },
    /needs the variable S3_SECRET_ACCESS_KEY too/,
  ],
  [
    { USE_MINIO: '1', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
    /needs the variable S3_ENDPOINT_URL too/,
  ],
])('refuses %o in one line that names it', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

describe('files', () => {
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const endpoint = { ...keys, S3_ENDPOINT_URL: 'http://minio:9000/' }
  const atAmazon = 'https://our-files.s3.eu-central-1.amazonaws.com/'

  it.each([
    [{}, null],
    // Keys of the machine, set for other programs.
    [{ ...keys, S3_REGION: 'eu-central-1' }, null],
    [
      { ...keys, S3_BUCKET_NAME: 'our-files', S3_REGION: 'eu-central-1' },
      { name: 'our-files', region: 'eu-central-1', url: atAmazon, browserUrl: atAmazon },
    ],
    [
      endpoint,
      {
        name: 'uploads',
        region: 'us-east-1',
        url: 'http://minio:9000/uploads/',
        browserUrl: 'http://minio:9000/uploads/',
      },
    ],
    [
      { ...endpoint, USE_MINIO: '1', WEB_URL: 'https://cairn.example/app/' },
      { url: 'http://minio:9000/uploads/', browserUrl: 'https://cairn.example/uploads/' },
    ],
  ])('of %o are kept in %o', (environment, bucket) => {
    const found = readConfig(environment).bucket
    if (bucket) expect(found).toMatchObject(bucket)
    else expect(found).toBeNull()
  })
})

describe('traces', () => {
  it.each([
    [{}, null],
    [{ OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'tracker' }, null],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' },
      { url: 'http://collector:4318/v1/traces', sampler: 'parentbased_always_on', ratio: 1 },
    ],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/here',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      },
      { url: 'https://traces.example/here', sampler: 'parentbased_traceidratio', ratio: 0.1 },
    ],
  ])('with %o are %o', (environment, tracing) => {
    expect(readConfig(environment).tracing).toEqual(tracing)
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '10%'],
  ])('are not started with %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })
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

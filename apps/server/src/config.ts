import path from 'node:path'
import { instanceSettings, lookup, type SettingKey, settingKeys } from '@cairn/contract'
import { Ajv } from 'ajv'
import { type Static, Type } from 'typebox'
import type { SmtpSettings } from './kernel/mail/smtp.ts'
import type { Bucket } from './kernel/storage/bucket.ts'

/** Where all of this lies; as far from the sources as from what is built of them. */
export const root = path.resolve(import.meta.dirname, '../../..')

const optional = Type.Optional(Type.String({ minLength: 1 }))

/** Set by variables that are named otherwise, and read otherwise, below. */
const isNamedOtherwise = (key: SettingKey) =>
  key.startsWith('EMAIL_') || key === 'FILE_SIZE_LIMIT' || key === 'WORKSPACE_STORAGE_LIMIT'

/**
 * What an administrator can set in the administration area may stand in the environment too, by the
 * setting's own name: `ENABLE_SIGNUP`, `GOOGLE_CLIENT_ID`, `LLM_API_KEY` … (`instanceSettings` has
 * them all; switches are "1" or "0"). It holds until an administrator stores something else.
 */
const seeds = settingKeys.filter((key) => !isNamedOtherwise(key))

/** Every other environment variable Cairn reads. Nothing is required. */
const Environment = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000 }),
  HOST: Type.String({ default: '127.0.0.1' }),
  DATA_DIR: optional,
  DATABASE_URL: optional,
  WEB_URL: optional,
  TRUST_PROXY: Type.String({ default: '' }),
  METRICS_TOKEN: Type.Optional(Type.String({ minLength: 16 })),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], { default: 'info' }),
  SMTP_HOST: optional,
  SMTP_PORT: Type.Integer({ minimum: 1, maximum: 65535, default: 587 }),
  SMTP_USER: optional,
  SMTP_PASSWORD: optional,
  SMTP_FROM: optional,
  SMTP_TLS: Type.Enum(['starttls', 'ssl', 'off'], { default: 'starttls' }),
  API_KEY_RATE_LIMIT: Type.String({ pattern: '^(off|\\d{1,9}(/minute)?)$', default: '60/minute' }),
  CORS_ALLOWED_ORIGINS: Type.String({ default: '' }),
  EGRESS_ALLOW: Type.String({ default: '' }),
  WEBHOOK_ALLOWED_IPS: Type.String({ default: '' }),
  WEBHOOK_ALLOWED_HOSTS: Type.String({ default: '' }),
  WEBHOOK_DISALLOWED_DOMAINS: Type.String({ default: '' }),
  LLM_BASE_URL: optional,
  GITHUB_APP_NAME: optional,
  FILE_SIZE_LIMIT: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_368_709_120 })),
  WORKSPACE_STORAGE_LIMIT: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  ),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_BUCKET_NAME: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' })),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_ENDPOINT_URL: optional,
  USE_MINIO: Type.String({ default: '' }),
})
type Environment = Static<typeof Environment>

/**
 * Fastify brings this validator along; it turns texts into numbers and fills the defaults in. To check
 * our own schema against that of all schemas, and to optimise code that runs once, would take longer
 * than everything else here.
 */
const ajv = new Ajv({
  ...{ coerceTypes: true, useDefaults: true },
  ...{ validateSchema: false, code: { optimize: false } },
})
const isEnvironment = ajv.compile<Environment>(
  Type.Object({
    ...Environment.properties,
    ...Object.fromEntries(
      seeds.map((key) => [key, Type.Optional(instanceSettings[key].schema)] as const),
    ),
  }),
)

export class ConfigNotValid extends Error {}

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  webUrl: string | undefined
  /** How many proxies stand in front of us, or which; false: none, and their headers are not believed. */
  trustProxy: false | number | string[]
  logLevel: Environment['LOG_LEVEL']
  /** Whoever shows it may read how the server fares. */
  metricsToken: string | undefined
  smtp: SmtpSettings | null
  /** How often one personal token may call the public API in a minute; null: as often as it likes. */
  apiKeyRateLimit: number | null
  /** Whose pages may call the public API; none named: anybody's. */
  corsAllowedOrigins: string[]
  egressAllow: string[]
  /** Where webhooks may go besides, and where they may not. */
  webhooks: { allowedHosts: string[]; allowedIps: string[]; disallowedDomains: string[] }
  /** The administration area's settings, as far as the environment has them. */
  settings: Partial<Record<SettingKey, string>>
  /** Of the providers that are in one place for everybody. */
  providerOrigins: { google: string; github: string; githubApi: string }
  /** Bytes of one file, until an administrator says otherwise. */
  fileSizeLimit: number | undefined
  /** Bytes of all files of one workspace, until an administrator says otherwise; 0: no limit. */
  workspaceStorageLimit: number | undefined
  /** Where files are kept; null: in the data folder. */
  bucket: Bucket | null
  /** Where each provider of language models listens; they share one wire format. */
  llmAddresses: Record<string, string>
  /** The GitHub app workspaces may install, by the name in its address; null: there is none. */
  githubAppName: string | null
  /** Bytes of one request; files do not pass through JSON. */
  bodyLimit: number
}

const words = (list: string) => list.split(/[\s,]+/).filter(Boolean)
const isOn = (value: string) => ['1', 'true', 'yes'].includes(value.toLowerCase())

export function readConfig(
  environment: NodeJS.ProcessEnv,
  asRoot = process.getuid?.() === 0,
): Config {
  const known = [...Object.keys(Environment.properties), ...seeds]
  const given = Object.fromEntries(
    known.filter((key) => environment[key]).map((key) => [key, environment[key]]),
  )
  if (!isEnvironment(given)) {
    const { instancePath = '', message = '' } = isEnvironment.errors?.[0] ?? {}
    throw new ConfigNotValid(`The environment variable ${instancePath.slice(1)} ${message}.`)
  }
  const env = given
  for (const name of ['WEB_URL', 'LLM_BASE_URL', 'S3_ENDPOINT_URL'] as const) {
    if (!env[name] || /^https?:$/.test(URL.parse(env[name])?.protocol ?? '')) continue
    throw new ConfigNotValid(`The environment variable ${name} must be an http or https address.`)
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: path.resolve(env.DATA_DIR ?? (asRoot ? '/var/lib/cairn' : 'data')),
    databaseUrl: env.DATABASE_URL,
    webUrl: env.WEB_URL && new URL(env.WEB_URL).origin,
    trustProxy: readTrust(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    smtp: env.SMTP_HOST
      ? {
          host: env.SMTP_HOST,
          port: env.SMTP_PORT,
          user: env.SMTP_USER ?? '',
          password: env.SMTP_PASSWORD ?? '',
          from: env.SMTP_FROM ?? '',
          useTls: env.SMTP_TLS === 'starttls',
          useSsl: env.SMTP_TLS === 'ssl',
        }
      : null,
    // "off" is no number, and 0 lifts the limit too.
    apiKeyRateLimit: Number.parseInt(env.API_KEY_RATE_LIMIT, 10) || null,
    corsAllowedOrigins: words(env.CORS_ALLOWED_ORIGINS),
    egressAllow: words(env.EGRESS_ALLOW),
    webhooks: {
      allowedHosts: words(env.WEBHOOK_ALLOWED_HOSTS.toLowerCase()),
      allowedIps: words(env.WEBHOOK_ALLOWED_IPS),
      disallowedDomains: words(env.WEBHOOK_DISALLOWED_DOMAINS.toLowerCase()),
    },
    settings: Object.fromEntries(
      seeds.flatMap((key) => {
        const value = lookup(given, key)
        return value ? [[key, value]] : []
      }),
    ),
    providerOrigins: {
      google: 'https://accounts.google.com',
      github: 'https://github.com',
      githubApi: 'https://api.github.com',
    },
    fileSizeLimit: env.FILE_SIZE_LIMIT,
    workspaceStorageLimit: env.WORKSPACE_STORAGE_LIMIT,
    bucket: readBucket(env),
    llmAddresses: readModelAddresses(env.LLM_BASE_URL),
    githubAppName: env.GITHUB_APP_NAME ?? null,
    bodyLimit: 5_242_880,
  }
}

/** Keys alone do not ask for a bucket: many machines have some, for other things. */
function readBucket(env: Environment): Bucket | null {
  const { S3_ENDPOINT_URL: endpoint, S3_REGION: region } = env
  const behindUs = isOn(env.USE_MINIO)
  if (!env.S3_BUCKET_NAME && !endpoint && !behindUs) return null
  const needed = {
    S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
    ...(behindUs && { S3_ENDPOINT_URL: endpoint, WEB_URL: env.WEB_URL }),
  }
  for (const [name, value] of Object.entries(needed)) {
    if (value) continue
    throw new ConfigNotValid(`Files are to go to a bucket, which needs the variable ${name} too.`)
  }
  const name = env.S3_BUCKET_NAME ?? 'uploads'
  const url = endpoint
    ? `${endpoint.replace(/\/+$/, '')}/${name}/`
    : `https://${name}.s3.${region}.amazonaws.com/`
  return {
    name,
    region,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
    url,
    browserUrl: behindUs ? new URL(`/${name}/`, env.WEB_URL).href : url,
  }
}

const modelBases = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta/openai',
}

/** A model in one's own network speaks the same language, under an address of its own. */
const readModelAddresses = (own: string | undefined) =>
  Object.fromEntries(
    Object.entries(modelBases).map(([provider, base]) => [
      provider,
      `${(own ?? base).replace(/\/+$/, '')}/chat/completions`,
    ]),
  )

/** How many hops, from the right; otherwise a list of addresses. "true" and "yes" mean one. */
function readTrust(value: string): Config['trustProxy'] {
  if (isOn(value)) return 1
  if (/^\d+$/.test(value)) return Number(value) || false
  return words(value).length > 0 ? words(value) : false
}

import path from 'node:path'
import { instanceSettings, lookup, type SettingKey, settingKeys } from '@cairn/contract'
import { Ajv } from 'ajv'
import { type Static, Type } from 'typebox'
import type { SmtpSettings } from './kernel/mail/smtp.ts'
import type { Bucket } from './kernel/storage/bucket.ts'

/** The root of the repository; equally far from the sources and from the build output. */
export const root = path.resolve(import.meta.dirname, '../../..')

const optional = Type.Optional(Type.String({ minLength: 1 }))

/** Set by variables with other names, which are read below. */
const isNamedOtherwise = (key: SettingKey) =>
  key.startsWith('EMAIL_') || key === 'FILE_SIZE_LIMIT' || key === 'WORKSPACE_STORAGE_LIMIT'

/**
 * Settings of the administration area can be set in the environment too, by the setting's name:
 * `ENABLE_SIGNUP`, `GOOGLE_CLIENT_ID`, `LLM_API_KEY` … (`instanceSettings` lists them all; switches
 * are "1" or "0"). The value applies until an administrator stores another one.
 */
const seeds = settingKeys.filter((key) => !isNamedOtherwise(key))

const samplers = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
]

/** Every other environment variable Cairn reads. Nothing is required. */
const Environment = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 3000 }),
  HOST: Type.String({ default: '127.0.0.1' }),
  DATA_DIR: optional,
  BACKUP_DIR: optional,
  DRAIN_SECONDS: Type.Integer({ minimum: 0, maximum: 300, default: 0 }),
  POINT_IN_TIME: Type.String({ default: '' }),
  DATABASE_URL: optional,
  DATABASE_DIRECT_URL: optional,
  DATABASE_READ_URL: optional,
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
  // More of this standard are read by the library itself: OTEL_EXPORTER_OTLP_HEADERS,
  // OTEL_EXPORTER_OTLP_TIMEOUT, OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES.
  OTEL_EXPORTER_OTLP_ENDPOINT: optional,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional,
  OTEL_TRACES_SAMPLER: Type.Enum(samplers, { default: 'parentbased_always_on' }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({ minimum: 0, maximum: 1, default: 1 }),
})
type Environment = Static<typeof Environment>

/**
 * Fastify depends on this validator; it converts strings to numbers and fills in defaults.
 * Validating our schema against the meta schema and optimizing code that runs once would take
 * longer than everything else here.
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

export interface TracingSettings {
  /** Where traces are sent. */
  url: string
  sampler: Environment['OTEL_TRACES_SAMPLER']
  /** For the samplers with a ratio: the part of all traces that is recorded. */
  ratio: number
}

export class ConfigNotValid extends Error {}

export interface Config {
  port: number
  host: string
  dataDir: string
  /** Where backups are stored and found. */
  backupDir: string
  /**
   * How long a server that is to stop goes on serving while its health check already fails, so that
   * a proxy sends it nothing more.
   */
  drainSeconds: number
  /** Whether the database in the data folder can be restored to any moment. */
  isPointInTime: boolean
  databaseUrl: string | undefined
  /** The same database without a pooler in between: for listening, and for commands. */
  databaseDirectUrl: string | undefined
  /** Replicas of it, for lists. */
  databaseReadUrl: string | undefined
  webUrl: string | undefined
  /**
   * How many proxies are in front of the server, or which; false: none, and their headers are
   * ignored.
   */
  trustProxy: false | number | string[]
  logLevel: Environment['LOG_LEVEL']
  /** Null: there are no traces, and nothing for them is loaded. */
  tracing: TracingSettings | null
  /** Grants access to the metrics. */
  metricsToken: string | undefined
  smtp: SmtpSettings | null
  /** Requests per minute that one personal token may make to the public API; null: no limit. */
  apiKeyRateLimit: number | null
  /** Origins that may call the public API; empty: any. */
  corsAllowedOrigins: string[]
  egressAllow: string[]
  /** Additional webhook targets that are allowed, and targets that are not. */
  webhooks: { allowedHosts: string[]; allowedIps: string[]; disallowedDomains: string[] }
  /** Settings of the administration area that are set in the environment. */
  settings: Partial<Record<SettingKey, string>>
  /** Of the providers with one fixed address for everyone. */
  providerOrigins: { google: string; github: string; githubApi: string }
  /** Maximum bytes of one file, unless an administrator sets another limit. */
  fileSizeLimit: number | undefined
  /**
   * Maximum bytes of all files of one workspace, unless an administrator sets another limit; 0: no
   * limit.
   */
  workspaceStorageLimit: number | undefined
  /** Where files are stored; null: in the data folder. */
  bucket: Bucket | null
  /** The address of each language model provider; they share one wire format. */
  llmAddresses: Record<string, string>
  /** The GitHub app workspaces may install, by its slug; null: none. */
  githubAppName: string | null
  /** Maximum bytes of one request; files are not sent as JSON. */
  bodyLimit: number
}

const words = (list: string) => list.split(/[\s,]+/).filter(Boolean)
const isOn = (value: string) => ['1', 'true', 'yes'].includes(value.toLowerCase())

const addresses = [
  ...(['WEB_URL', 'LLM_BASE_URL', 'S3_ENDPOINT_URL'] as const),
  ...(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] as const),
]

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
  for (const name of addresses) {
    if (!env[name] || /^https?:$/.test(URL.parse(env[name])?.protocol ?? '')) continue
    throw new ConfigNotValid(`The environment variable ${name} must be an http or https address.`)
  }
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    if (!env[name] || env.DATABASE_URL) continue
    throw new ConfigNotValid(`The environment variable ${name} needs DATABASE_URL too.`)
  }
  if (isOn(env.POINT_IN_TIME) && env.DATABASE_URL) {
    throw new ConfigNotValid(
      'POINT_IN_TIME is for the database in the data folder: with DATABASE_URL, archive the log of that database with its own tools.',
    )
  }
  const dataDir = path.resolve(env.DATA_DIR ?? (asRoot ? '/var/lib/cairn' : 'data'))
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    backupDir: path.resolve(env.BACKUP_DIR ?? path.join(dataDir, 'backups')),
    drainSeconds: env.DRAIN_SECONDS,
    isPointInTime: isOn(env.POINT_IN_TIME),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    webUrl: env.WEB_URL && new URL(env.WEB_URL).origin,
    trustProxy: readTrust(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL,
    tracing: readTracing(env),
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
    // "off" is not a number, and 0 removes the limit too.
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

/** The address for traces alone is used unchanged, as the standard has it. */
function readTracing(env: Environment): TracingSettings | null {
  const shared = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const url =
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (shared && `${shared.replace(/\/+$/, '')}/v1/traces`)
  if (!url) return null
  return { url, sampler: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG }
}

/** Keys alone do not enable a bucket: many machines have some for other purposes. */
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

/** A self-hosted model uses the same format at a custom address. */
const readModelAddresses = (own: string | undefined) =>
  Object.fromEntries(
    Object.entries(modelBases).map(([provider, base]) => [
      provider,
      `${(own ?? base).replace(/\/+$/, '')}/chat/completions`,
    ]),
  )

/**
 * A number of hops, counted from the right; otherwise a list of addresses. "true" and "yes" mean
 * one hop.
 */
function readTrust(value: string): Config['trustProxy'] {
  if (isOn(value)) return 1
  if (/^\d+$/.test(value)) return Number(value) || false
  return words(value).length > 0 ? words(value) : false
}

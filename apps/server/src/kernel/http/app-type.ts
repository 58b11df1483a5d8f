import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Config } from '#config'
import type { Access } from '#kernel/auth/access.ts'
import type { Connected } from '#kernel/database/connect.ts'
import type { Listener } from '#kernel/database/listener.ts'
import type { Replica } from '#kernel/database/replica.ts'
import type { Db } from '#kernel/database/schema.ts'
import type { Stream } from '#kernel/events/stream.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { Storage } from '#kernel/storage/storage.ts'

/** Stops the server, replaces its data, and starts it again. */
export interface Restorer {
  begin(restore: { file: string; passphrase: string | undefined }): void
  /** Why the last restore failed. */
  problem: string | null
}

/** Created once in serve.ts, passed to buildApp. Layers above the kernel add their own part. */
export interface Deps {
  config: Config
  database: Connected
  listener: Listener
  access: Access
  stream: Stream
  secrets: Secrets
  storage: Storage
  log: FastifyBaseLogger
  /** The built web application; absent in tests that only use the API. */
  webRoot?: string
  /** Aborted when the server is about to stop: its health check then fails. */
  leaving?: AbortSignal
  /** For lists, if there is one. */
  replica?: Replica
  /** Absent where something else starts and stops the server. */
  restorer?: Restorer
}

declare module 'fastify' {
  interface FastifyInstance {
    db: Db
    deps: Deps
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** A feature registers its routes, and nothing else. */
export type Feature = (app: App) => Promise<void>

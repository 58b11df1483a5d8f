import { randomBytes } from 'node:crypto'
import type { Secrets } from '#kernel/secrets.ts'

const USE = 'webhook secret'

export function makeSecret(secrets: Secrets) {
  const secret_key = `wh_${randomBytes(16).toString('hex')}`
  return { secret_key, sealed_secret: secrets.seal(secret_key, USE) }
}

/** Null if it was encrypted by another server. */
export const openSecret = (secrets: Secrets, sealed: string) => secrets.open(sealed, USE)

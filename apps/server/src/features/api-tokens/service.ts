import type { ApiTokenPatch, NewApiToken } from '@cairn/contract'
import { hashToken, randomToken } from '#kernel/auth/tokens.ts'
import { type Db, now } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { findApiToken, insertApiToken, listRequests, updateApiToken } from './queries.ts'

export {
  type ApiRequest,
  insertRequests,
  removeApiTokensOf,
  removeOldRequests,
} from './queries.ts'

const hex = '0123456789abcdef'
const isMoment =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Without an offset it is UTC, regardless of the server's time zone. */
export function readMoment(typed: string): string {
  const [shape, offset] = isMoment.exec(typed) ?? []
  const timed = shape && (shape.length === 10 ? `${shape}T00:00Z` : offset ? shape : `${shape}Z`)
  const moment = new Date(timed ?? '')
  if (Number.isNaN(moment.getTime())) throw badRequest({ error: 'Please provide valid detail' })
  return moment.toISOString()
}

export const newToken = () => `api_${randomToken(32, hex)}`

/** The token is returned only in this response. */
export async function createApiToken(db: Db, user_id: string, wanted: NewApiToken) {
  const { description = '', expired_at = null } = wanted
  const token = newToken()
  const row = await insertApiToken(db, user_id, {
    token_hash: hashToken(token),
    label: wanted.label || randomToken(32, hex),
    description,
    expired_at: expired_at === null ? null : readMoment(expired_at),
  })
  return { ...row, token }
}

export async function readApiToken(db: Db, user_id: string, id: string) {
  const token = await findApiToken(db, user_id, id)
  if (!token) throw notFound()
  return token
}

export async function changeApiToken(db: Db, user_id: string, id: string, patch: ApiTokenPatch) {
  const token = await updateApiToken(db, user_id, id, patch)
  if (!token) throw notFound()
  return token
}

export async function removeApiToken(db: Db, user_id: string, id: string): Promise<void> {
  if (!(await updateApiToken(db, user_id, id, { deleted_at: now }))) throw notFound()
}

/** The requests made with the caller's own token. */
export async function readRequests(db: Db, user_id: string, id: string) {
  const token = await readApiToken(db, user_id, id)
  return listRequests(db, token.id)
}

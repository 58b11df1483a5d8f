import type { ApiTokenPatch, NewApiToken } from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import { hashToken, randomToken } from '#kernel/auth/tokens.ts'
import { type Db, now } from '#kernel/database/schema.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import type { Secrets } from '#kernel/secrets.ts'
import {
  findApiToken,
  findServiceToken,
  insertApiToken,
  insertServiceToken,
  replaceServiceToken,
  updateApiToken,
} from './queries.ts'

export {
  type ApiRequest,
  insertRequests,
  removeApiTokensOf,
  removeOldRequests,
} from './queries.ts'

const hex = '0123456789abcdef'
const isMoment =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Without an offset it is UTC, whatever the server's clock is set to. */
function readMoment(typed: string): string {
  const [shape, offset] = isMoment.exec(typed) ?? []
  const timed = shape && (shape.length === 10 ? `${shape}T00:00Z` : offset ? shape : `${shape}Z`)
  const moment = new Date(timed ?? '')
  if (Number.isNaN(moment.getTime())) throw badRequest({ error: 'Please provide valid detail' })
  return moment.toISOString()
}

const newToken = () => `api_${randomToken(32, hex)}`

/** The token is in this answer and nowhere else. */
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

const useOf = ({ workspace_id }: Member) => `service token of ${workspace_id}`

/**
 * The workspace's one service token. Whatever works with it goes on working when it is asked for
 * again, so it is sealed beside its hash; only where the seal does not open is it a new one.
 */
export async function openServiceToken(db: Db, secrets: Secrets, member: Member) {
  const token = newToken()
  const values = {
    token_hash: hashToken(token),
    token_sealed: secrets.seal(token, useOf(member)),
    label: randomToken(32, hex),
  }
  if (await insertServiceToken(db, member, values)) return { isNew: true, token }
  const known = await findServiceToken(db, member)
  const opened = known?.token_sealed && secrets.open(known.token_sealed, useOf(member))
  if (opened) return { isNew: false, token: opened }
  await replaceServiceToken(db, member, values)
  return { isNew: false, token }
}

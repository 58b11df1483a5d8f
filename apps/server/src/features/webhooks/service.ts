import type {
  NewWebhook,
  Webhook,
  WebhookLog,
  WebhookPatch,
  WebhookWithSecret,
  WithId,
} from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, conflict, duplicate, notFound } from '#kernel/http/errors.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { attempt, type Outward } from './attempt.ts'
import {
  closeCall,
  dropWaiting,
  findCall,
  insertAttempt,
  listAttempts,
  noteSuccess,
} from './call-queries.ts'
import {
  beginAnew,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  lockWebhook,
  replaceSecret,
  updateWebhook,
} from './queries.ts'
import { type AddressRules, readReceiver } from './receiver-address.ts'
import { makeSecret } from './secret.ts'

export { removeOldCalls } from './call-queries.ts'
export { type Calling, callWebhooks } from './calling.ts'
export { noticeChanges } from './notice-queries.ts'
export { listWebhooks } from './queries.ts'

/** Tables whose inserts may need webhook calls: every change is written there. */
export const calledForTables = ['events', 'activities']

const taken = duplicate(
  'webhooks_url_key',
  conflict({ error: 'URL already exists for the workspace' }),
)
const takenAtChange = duplicate(
  'webhooks_url_key',
  badRequest({ error: 'The payload is not valid' }),
)

export async function readWebhook(db: Db, member: Member, id: string): Promise<Webhook> {
  const webhook = await findWebhook(db, member, id)
  if (!webhook) throw notFound()
  return webhook
}

/** The secret is returned only in this response. */
export async function createWebhook(
  { db, secrets }: Pick<Outward, 'db' | 'secrets'>,
  member: Member,
  wanted: NewWebhook & WithId,
  rules: AddressRules,
): Promise<WebhookWithSecret> {
  const url = await readReceiver(wanted.url, rules)
  const { secret_key, sealed_secret } = makeSecret(secrets)
  const made = await insertWebhook(db, member, { ...wanted, url, sealed_secret }).catch(taken)
  return { ...made, secret_key }
}

/** Switched off, its queued calls are dropped; switched on, it gets events from then on. */
export async function changeWebhook(
  db: Db,
  member: Member,
  id: string,
  patch: WebhookPatch,
  rules: AddressRules,
): Promise<Webhook> {
  await readWebhook(db, member, id)
  const url = patch.url === undefined ? {} : { url: await readReceiver(patch.url, rules) }
  return db.transaction().execute(async (tx) => {
    const locked = await lockWebhook(tx, member, id)
    if (!locked) throw notFound()
    const changed = await updateWebhook(tx, member, id, { ...patch, ...url }).catch(takenAtChange)
    if (!changed) throw notFound()
    if (changed.is_active && !locked.is_active) await beginAnew(tx, member, id)
    if (!changed.is_active && locked.is_active) await dropWaiting(tx, id)
    return changed
  })
}

export const removeWebhook = (db: Db, member: Member, id: string) =>
  db.transaction().execute(async (tx) => {
    if (!(await deleteWebhook(tx, member, id))) throw notFound()
    await dropWaiting(tx, id)
  })

/** From now on everything is signed with the new secret. */
export async function regenerateSecret(
  db: Db,
  secrets: Secrets,
  member: Member,
  id: string,
): Promise<WebhookWithSecret> {
  const { secret_key, sealed_secret } = makeSecret(secrets)
  const changed = await replaceSecret(db, member, id, sealed_secret)
  if (!changed) throw notFound()
  return { ...changed, secret_key }
}

const MAX_LOGS = 500

export async function readLogs(db: Db, member: Member, id: string): Promise<WebhookLog[]> {
  await readWebhook(db, member, id)
  return listAttempts(db, member, id, { most: MAX_LOGS })
}

/**
 * Sends the same body again and returns the result. On success the queued call is closed; on
 * failure it stays queued for its time.
 */
export async function sendAgain(
  outward: Outward,
  member: Member,
  { id, log_id }: { id: string; log_id: string },
): Promise<WebhookLog> {
  const { db } = outward
  const call = await findCall(db, member, id, log_id)
  if (!call || call.is_over) throw notFound()
  const made = await attempt(outward, call, { is_replay: true, created_by: member.user_id })
  await db.transaction().execute(async (tx) => {
    await insertAttempt(tx, call, made)
    if (!made.is_delivered) return
    await noteSuccess(tx, call.webhook_id)
    await closeCall(tx, call.id)
  })
  const [log] = await listAttempts(db, member, id, { most: 1, id: made.id })
  if (!log) throw notFound()
  return log
}

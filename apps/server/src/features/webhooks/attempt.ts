import { createHmac, randomUUID } from 'node:crypto'
import type { Db } from '#kernel/database/schema.ts'
import type { Egress, EgressRequest } from '#kernel/egress/egress.ts'
import { EgressFailed, EgressRefused } from '#kernel/egress/errors.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { tracePoints } from '#kernel/trace-points.ts'
import { version } from '../../version.ts'
import { type Attempt, type Call, readBody } from './call-queries.ts'
import { findActor } from './record-queries.ts'
import { readRecord } from './records.ts'
import { openSecret } from './secret.ts'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 65_536

export interface Outward {
  db: Db
  egress: Egress
  secrets: Secrets
}

/** Built once, so that retries send the same body. */
async function bodyOf(db: Db, call: Call): Promise<string> {
  if (call.body !== null) return call.body
  const { event, action, webhook_id, workspace_id, field, old_value, new_value } = call
  const { old_identifier, new_identifier } = call
  const activity = { field, old_value, new_value, old_identifier, new_identifier }
  const body = JSON.stringify({
    ...{ event, action, webhook_id, workspace_id },
    data: await readRecord(db, call),
    activity: { ...activity, actor: await findActor(db, call) },
  })
  await readBody(db, call.id, body)
  return body
}

const sign = (body: string, secret: string) =>
  createHmac('sha256', secret).update(body, 'utf8').digest('hex')

const asText = (headers: Record<string, string | string[] | undefined>) =>
  Object.entries(headers)
    .flatMap(([name, values]) => [values ?? []].flat().map((value) => `${name}: ${value}`))
    .join('\n')
    .replaceAll('\0', '')

/** PostgreSQL cannot store NUL. */
const toText = (bytes: Buffer) => bytes.toString('utf8').replaceAll('\0', '')

type Answer = Pick<
  Attempt,
  'response_status' | 'response_headers' | 'response_body' | 'is_delivered'
>

/** Without the trace's id: receivers are strangers. */
async function ask(egress: Egress, { url, event }: Call, request: EgressRequest) {
  const traced = { event, host: URL.parse(url)?.host ?? '' }
  try {
    const { status, headers, body } = await tracePoints.webhook.tracePromise(
      () => egress.fetch(url, request),
      traced,
    )
    return {
      response_status: String(status),
      response_headers: asText(headers),
      response_body: toText(body),
      is_delivered: status >= 200 && status < 300,
    }
  } catch (error) {
    if (!(error instanceof EgressFailed || error instanceof EgressRefused)) throw error
    return failed(error.message)
  }
}

const failed = (response_body: string): Answer => ({
  ...{ response_status: '500', response_headers: '', response_body, is_delivered: false },
})

/** Calls a receiver once. The outcome is handled by the caller. */
export async function attempt(
  { db, egress, secrets }: Outward,
  call: Call,
  by: Pick<Attempt, 'is_replay' | 'created_by'>,
): Promise<Attempt> {
  const id = randomUUID()
  const body = await bodyOf(db, call)
  const secret = openSecret(secrets, call.sealed_secret)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': `Cairn/${version}`,
    'X-Cairn-Delivery': id,
    'X-Cairn-Event': call.event,
    ...(secret !== null && { 'X-Cairn-Signature': sign(body, secret) }),
  }
  const answer =
    secret === null
      ? failed('The secret key was sealed by another server. Regenerate it.')
      : await ask(egress, call, {
          ...{ method: 'POST', headers, body, timeoutMs: TIMEOUT_MS },
          ...{ maxBytes: MAX_BYTES, cutsAnswer: true, maxRedirects: 0 },
        })
  return { id, request_headers: asText(headers), ...answer, ...by }
}

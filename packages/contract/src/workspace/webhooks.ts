import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { workspaceAdmins } from '../core/policy.ts'
import { audit, Choice, DateTime, Id, Nullable, withId } from '../core/shapes.ts'

/** The events of a webhook, in the order of the screens. */
export const webhookEvents = ['project', 'cycle', 'issue', 'module', 'issue_comment'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

const subscriptions = {
  project: Type.Boolean(),
  issue: Type.Boolean(),
  cycle: Type.Boolean(),
  module: Type.Boolean(),
  issue_comment: Type.Boolean(),
}

/** A URL that is called on events in a workspace. */
export const Webhook = Type.Object({
  id: Id,
  url: Type.String({ minLength: 1, maxLength: 1024 }),
  is_active: Type.Boolean(),
  created_at: DateTime,
  updated_at: DateTime,
  ...subscriptions,
})
export type Webhook = Static<typeof Webhook>

/** With the secret: returned once, on creation. */
export const WebhookWithSecret = Type.Object({
  ...Webhook.properties,
  ...audit,
  secret_key: Type.String(),
  workspace: Id,
})
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

const { url, is_active } = Webhook.properties

export const NewWebhook = Type.Object({
  url,
  is_active: Type.Optional(is_active),
  ...Type.Partial(Type.Object(subscriptions)).properties,
})
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookPatch = Type.Partial(Type.Object({ url, is_active, ...subscriptions }))
export type WebhookPatch = Static<typeof WebhookPatch>

/** One attempt to deliver an event. */
export const WebhookLog = Type.Object({
  id: Id,
  workspace: Id,
  webhook: Id,
  event_type: Choice([
    ...(['project', 'issue', 'issue_comment', 'cycle', 'module', 'cycle_issue'] as const),
    ...(['module_issue', 'intake_issue'] as const),
  ]),
  /** The action: `created`, `updated` or `deleted`. */
  request_method: Choice(['created', 'updated', 'deleted']),
  request_headers: Type.String(),
  request_body: Type.String(),
  /** Also `500` without a response; then the headers are empty and the body contains the reason. */
  response_status: Type.String(),
  response_headers: Type.String(),
  response_body: Type.String(),
  retry_count: Type.Integer(),
  /** Sent again manually. */
  is_replay: Type.Boolean(),
  is_delivered: Type.Boolean(),
  /** Time of the next automatic retry; null if there is none. */
  next_try_at: Nullable(DateTime),
  ...audit,
})
export type WebhookLog = Static<typeof WebhookLog>

const all = '/api/workspaces/:slug/webhooks/'
const one = `${all}:id/` as const
const logs = '/api/workspaces/:slug/webhook-logs/:id/'

export const webhooksApi = {
  list: endpoint(workspaceAdmins, `GET ${all}`, { 200: Type.Array(Webhook) }),
  create: endpoint(workspaceAdmins, `POST ${all}`, {
    body: withId(NewWebhook),
    201: WebhookWithSecret,
  }),
  get: endpoint(workspaceAdmins, `GET ${one}`, { 200: Webhook }),
  change: endpoint(workspaceAdmins, `PATCH ${one}`, { body: WebhookPatch, 200: Webhook }),
  remove: endpoint(workspaceAdmins, `DELETE ${one}`, { 204: Type.Null() }),
  regenerate: endpoint(workspaceAdmins, `POST ${one}regenerate/`, { 200: WebhookWithSecret }),
  /** The newest first: the latest 500, fewer where they are long. */
  logs: endpoint(workspaceAdmins, `GET ${logs}`, { 200: Type.Array(WebhookLog) }),
  /** Sends it again immediately and returns the result. */
  sendAgain: endpoint(workspaceAdmins, `POST ${logs}:log_id/send-again/`, { 201: WebhookLog }),
}

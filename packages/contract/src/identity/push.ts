import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { signedIn } from '../core/policy.ts'
import { DateTime, Id, Nullable } from '../core/shapes.ts'

/** Per user. */
export const MAX_PUSH_DEVICES = 20

/** A browser that receives push messages. */
export const PushDevice = Type.Object({
  id: Id,
  /** The URL of its push service, by which the browser finds itself in the list. */
  endpoint: Type.String(),
  user_agent: Type.String(),
  created_at: DateTime,
  last_used_at: Nullable(DateTime),
})
export type PushDevice = Static<typeof PushDevice>

const base64 = (length: number) =>
  Type.String({ minLength: length, maxLength: length, pattern: '^[A-Za-z0-9_-]+$' })

/** As `PushSubscription.toJSON()` of browsers. */
export const PushSubscription = Type.Object({
  endpoint: Type.String({ maxLength: 2000 }),
  keys: Type.Object({
    /** An uncompressed point of P-256. */
    p256dh: base64(87),
    /** 16 bytes. */
    auth: base64(22),
  }),
})
export type PushSubscription = Static<typeof PushSubscription>

export const pushKinds = [
  'mention',
  'comment',
  'property_change',
  'state_change',
  'issue_completed',
  'status_update',
] as const
export type PushKind = (typeof pushKinds)[number]

const Minute = Nullable(Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }))

/** Which notifications are pushed to the user's devices, and the quiet hours in which they wait. */
export const PushPreferences = Type.Object({
  mention: Type.Boolean(),
  comment: Type.Boolean(),
  property_change: Type.Boolean(),
  state_change: Type.Boolean(),
  issue_completed: Type.Boolean(),
  status_update: Type.Boolean(),
  /** In the user's time zone; both or neither. */
  quiet_from: Minute,
  quiet_to: Minute,
})
export type PushPreferences = Static<typeof PushPreferences>

export const PushPreferencesPatch = Type.Partial(PushPreferences)
export type PushPreferencesPatch = Static<typeof PushPreferencesPatch>

/** `gone`: the subscription ended, and the device was removed. */
export const pushOutcomes = ['delivered', 'gone', 'failed'] as const
export type PushOutcome = (typeof pushOutcomes)[number]

/** The payload of a push message, shown by the service worker. */
export interface PushMessage {
  title: string
  body: string
  /** The path that a click opens. */
  url: string
  /** A newer message replaces one with the same tag. */
  tag: string
  /** The key of its work item, as in the `peekId` of lists. */
  key?: string | undefined
  /** Number of unread notifications, for the badge. */
  unread?: number | undefined
}

const all = '/api/users/me/push-devices/'
const preferences = '/api/users/me/push-preferences/'

export const pushApi = {
  /** The public key that verifies messages of this instance; browsers need it to subscribe. */
  key: endpoint(signedIn, 'GET /api/users/me/push-key/', {
    200: Type.Object({ public_key: Type.String() }),
  }),
  devices: endpoint(signedIn, `GET ${all}`, { 200: Type.Array(PushDevice) }),
  /** Adding the same browser again updates its device. */
  add: endpoint(signedIn, `POST ${all}`, { body: PushSubscription, 201: PushDevice }),
  remove: endpoint(signedIn, `DELETE ${all}:id/`, { 204: Type.Null() }),
  test: endpoint(signedIn, `POST ${all}:id/test/`, {
    200: Type.Object({
      outcome: Type.Unsafe<PushOutcome>({ type: 'string', enum: [...pushOutcomes] }),
    }),
  }),
  preferences: endpoint(signedIn, `GET ${preferences}`, { 200: PushPreferences }),
  changePreferences: endpoint(signedIn, `PATCH ${preferences}`, {
    body: PushPreferencesPatch,
    200: PushPreferences,
  }),
}

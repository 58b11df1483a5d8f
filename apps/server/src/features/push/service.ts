import {
  MAX_PUSH_DEVICES,
  type PushDevice,
  type PushMessage,
  type PushOutcome,
  type PushPreferences,
  type PushPreferencesPatch,
  type PushSubscription,
} from '@cairn/contract'
import type { Config } from '#config'
import { knownOrigin } from '#features/instance/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { createEgress } from '#kernel/egress/egress.ts'
import { badRequest, notFound, unauthenticated } from '#kernel/http/errors.ts'
import { type MailLanguage, toMailLanguage } from '#kernel/mail/language.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { isReceiverKey } from './encrypt.ts'
import {
  countOtherDevices,
  findPreferences,
  findReceiver,
  lockDevices,
  lockPreferences,
  removeDevice,
  removeEndedDevice,
  removeFromOthers,
  saveDevice,
  updateLastUse,
  updatePreferences,
} from './queries.ts'
import { type PushClient, readEndpoint, type SendResult, send } from './send.ts'
import { type Identity, identityOf } from './vapid.ts'

export type { PushClient } from './send.ts'

export function createPushClient(db: Db, config: Config, secrets: Secrets): PushClient {
  // Derived with the first message, so that it does not delay the start.
  let identity: Identity | undefined
  return {
    egress: createEgress({ allow: config.egressAllow }),
    identity: () => (identity ??= identityOf(secrets)),
    origin: () => knownOrigin(db, config),
  }
}

interface Requester {
  user_id: string
  token: string
  user_agent: string
}

export async function addDevice(
  db: Db,
  { egress }: PushClient,
  requester: Requester,
  { endpoint, keys: { p256dh, auth } }: PushSubscription,
): Promise<PushDevice> {
  const url = readEndpoint(endpoint)
  if (!url || (await egress.obstacleTo(url))) {
    throw badRequest({ endpoint: ['This is not the URL of a push service.'] })
  }
  if (!isReceiverKey(p256dh)) throw badRequest({ keys: ['This is not a public key.'] })
  return db.transaction().execute(async (tx) => {
    const { user_id } = requester
    await lockDevices(tx, user_id)
    if ((await countOtherDevices(tx, user_id, endpoint)) >= MAX_PUSH_DEVICES) {
      const error = `You can have up to ${MAX_PUSH_DEVICES} devices. Remove one first.`
      throw badRequest({ error })
    }
    await removeFromOthers(tx, user_id, endpoint)
    const device = await saveDevice(tx, { ...requester, endpoint, p256dh, auth })
    if (!device) throw unauthenticated()
    return device
  })
}

export async function forgetDevice(db: Db, user_id: string, id: string) {
  if (!(await removeDevice(db, user_id, id))) throw notFound()
  return null
}

/** Sends a message to a device, and removes the device if its subscription ended. */
export async function sendToDevice(
  db: Db,
  client: PushClient,
  device: { id: string; endpoint: string; p256dh: string; auth: string },
  message: PushMessage,
): Promise<SendResult> {
  const sent = await send(client, device, message)
  if (sent.outcome === 'delivered') await updateLastUse(db, device.id)
  if (sent.outcome === 'gone') await removeEndedDevice(db, device.id)
  return sent
}

const testBodies: Record<MailLanguage, string> = {
  en: 'Notifications arrive on this device.',
  de: 'Benachrichtigungen kommen auf diesem Gerät an.',
}

export async function testDevice(
  db: Db,
  client: PushClient,
  user_id: string,
  id: string,
): Promise<{ outcome: PushOutcome }> {
  const receiver = await findReceiver(db, user_id, id)
  if (!receiver) throw notFound()
  const { outcome } = await sendToDevice(
    db,
    client,
    { id, ...receiver },
    {
      title: 'Cairn',
      body: testBodies[toMailLanguage(receiver.language)],
      url: '/desktop/notifications/',
      tag: 'test',
    },
  )
  return { outcome: outcome === 'delivered' || outcome === 'gone' ? outcome : 'failed' }
}

const defaults: PushPreferences = {
  ...{ mention: true, comment: true, property_change: true, state_change: true },
  ...{ issue_completed: true, status_update: true, quiet_from: null, quiet_to: null },
}

export const readPreferences = async (db: Db, user_id: string) =>
  (await findPreferences(db, user_id)) ?? defaults

function checkQuietHours({ quiet_from, quiet_to }: PushPreferences) {
  if ((quiet_from === null) !== (quiet_to === null)) {
    throw badRequest({ quiet_to: ['Quiet hours need a start and an end.'] })
  }
  if (quiet_from !== null && quiet_from === quiet_to) {
    throw badRequest({ quiet_to: ['Choose an end that differs from the start.'] })
  }
}

export const changePreferences = (db: Db, user_id: string, patch: PushPreferencesPatch) =>
  db.transaction().execute(async (tx) => {
    const preferences = { ...defaults, ...(await lockPreferences(tx, user_id)), ...patch }
    checkQuietHours(preferences)
    await updatePreferences(tx, user_id, preferences)
    return preferences
  })

import { pushApi as api, type PushDevice } from '@cairn/contract'
import { call } from '#data/api.ts'
import { writeStored } from '#ui/platform/stored.ts'
import { PUSH_OWNER } from './push-owner.ts'

/** Why this browser cannot receive push messages; undefined if it can. */
export function pushObstacle(): 'insecure' | 'unsupported' | 'blocked' | undefined {
  if (!isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'unsupported'
  }
  return Notification.permission === 'denied' ? 'blocked' : undefined
}

/** The URL of this browser at its push service; null if it has no subscription. */
export async function readEndpoint(): Promise<string | null> {
  if (pushObstacle()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null
}

async function subscribe(): Promise<PushDevice> {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const { public_key: applicationServerKey } = await call(api.key)
  const ask = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const subscription = await ask().catch(async (error: unknown) => {
    // A subscription made with the key of another instance at this origin has to end first.
    const former = await pushManager.getSubscription()
    if (!(await former?.unsubscribe())) throw error
    return ask()
  })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return call(api.add, { body: { endpoint, keys: { p256dh, auth } } })
}

/** Asks the user for permission if needed; undefined if they decline. */
export async function turnOnDevice(user_id: string): Promise<PushDevice | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const device = await subscribe()
  writeStored(PUSH_OWNER, user_id)
  return device
}

export async function turnOffDevice() {
  localStorage.removeItem(PUSH_OWNER)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** The server removed the device with the session it was added in: adds it to the current one. */
export async function renewDevice(user_id: string) {
  if (pushObstacle() || Notification.permission !== 'granted') return
  await subscribe()
  writeStored(PUSH_OWNER, user_id)
}

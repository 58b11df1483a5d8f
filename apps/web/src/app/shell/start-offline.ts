import { workOffline } from '#data/work-offline.ts'
import { PUSH_OWNER } from '#entities/push/push-owner.ts'
import { readStored } from '#ui/platform/stored.ts'

/** Renews this device for push, and caches what the user sees for use without a network. */
export async function startOffline(user_id: string) {
  if (readStored(PUSH_OWNER, '') === user_id) {
    const { renewDevice } = await import('#entities/push/this-device.ts')
    void renewDevice(user_id).catch(() => undefined)
  }
  const saveFiles = await workOffline(user_id)
  if (!saveFiles) return
  const { cacheForOffline } = await import('./cache-for-offline.ts')
  await cacheForOffline(user_id, saveFiles)
}

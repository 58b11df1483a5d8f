import { useEffect } from 'react'
import { onStore } from '#data/outbox-state.ts'
import { useMe } from '#entities/account/hooks.ts'
import { loadSyncParts } from '#entities/frame/sync-tag.tsx'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'

const looks = [
  loadSyncParts,
  () => import('../outbox/outbox-panel.tsx'),
  () => import('#ui/overlays/side-panel-popup.tsx'),
] as const

/** Stores changes made offline; shows and sends those of an earlier page. */
export function useOutboxStart() {
  const { id } = useMe()
  useEffect(() => {
    const load = () => import('../outbox/start-outbox.ts')
    onStore(async () => {
      const { startOutbox, storeIn } = await load()
      return storeIn(startOutbox(id))
    })
    void afterFirstScreen()
      // Also loads the UI that shows it: it could not be loaded offline.
      .then(() => Promise.all([load(), ...looks.map((look) => look())]))
      .then(([{ startOutbox }]) => startOutbox(id))
      .catch(() => undefined)
  }, [id])
}

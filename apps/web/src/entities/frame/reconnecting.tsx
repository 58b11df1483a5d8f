import { Suspense, useSyncExternalStore } from 'react'
import { useConnectionLost } from '#data/live-listeners.ts'
import { useOutbox } from '#data/outbox-state.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { loadSyncParts } from './sync-tag.tsx'

const Strip = lazy(async () => ({ default: (await loadSyncParts()).Strip }))

function subscribe(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)

/**
 * Shown over the bottom of the main area, so that nothing shifts, while network or server are
 * unreachable or changes wait to be sent.
 */
export function Reconnecting() {
  const online = useOnline()
  const lost = useConnectionLost()
  const entries = useOutbox()
  const isAway = lost || !online
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-4 bottom-4 z-(--z-bulk-bar) flex max-md:inset-x-3 max-md:bottom-22"
    >
      {(isAway || entries.length > 0) && (
        <Suspense>
          <Strip online={online} isAway={isAway} entries={entries} />
        </Suspense>
      )}
    </div>
  )
}

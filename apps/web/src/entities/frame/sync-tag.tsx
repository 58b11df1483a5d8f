import { Suspense } from 'react'
import { useSyncMark } from '#data/outbox-state.ts'
import { lazy } from '#ui/platform/lazy.ts'
import type { SyncTagProps } from './sync-parts.tsx'

/** Not needed for the first screen; loaded with the outbox, while online. */
export const loadSyncParts = () => import('./sync-parts.tsx')

const Tag = lazy(async () => ({ default: (await loadSyncParts()).Tag }))

/** "Not synced", "Conflict" */
export const SyncTag = (props: SyncTagProps) => (
  <Suspense>
    <Tag {...props} />
  </Suspense>
)

/** The same for components that show one object, not a list. */
export function SyncTagOf({ id, className }: { id: string; className?: string }) {
  const mark = useSyncMark(id)
  return mark && <SyncTag mark={mark} className={className} />
}

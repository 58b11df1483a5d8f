import {
  sidebarPreferencesApi as api,
  applySidebarPreferenceEvent,
  type KeyedPreference,
  type SidebarKey,
  sidebarEntries,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import type { IconLike } from '#ui/icons/icon.tsx'
import { pinnable } from './pinnable.ts'

export const preferencesIn = (slug: string) =>
  queryOptions({
    queryKey: ['sidebar-preferences', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

export interface PinnableEntry extends KeyedPreference {
  icon: IconLike
  /** As shown in the URL bar, without a trailing slash. */
  address: string
  path: string
}

export const isPinned = ({ is_pinned }: PinnableEntry) => is_pinned

/** Entries the user may pin and that have a screen, in the user's order. */
export function usePinnable(slug: string): PinnableEntry[] {
  const workspace = useWorkspace(slug)
  const me = useMe()
  // The socket sends events of all workspaces the user is in.
  useLiveUpdates(preferencesIn(slug), (preferences, event) =>
    event.workspace_id === workspace?.id
      ? applySidebarPreferenceEvent(preferences, event)
      : preferences,
  )
  const { data } = useQuery(preferencesIn(slug))
  const role = workspace?.role ?? 0
  return useMemo(
    () =>
      Object.entries(data ?? {}).flatMap(([name, preference]) => {
        const key = name as SidebarKey
        const entry = pinnable[key]
        if (!entry || role < sidebarEntries[key].from) return []
        const path = `/${slug}${entry.pathOf(me.id)}`
        return [{ key, ...preference, icon: entry.icon, path, address: `${path}/` }]
      }),
    [data, role, slug, me.id],
  )
}

import type { PropertyField } from '@cairn/contract'
import { useSyncExternalStore } from 'react'
import type { TFunction } from '#data/i18n.ts'
import type { IconLike } from '#ui/icons/icon.tsx'
import type { GroupPayload, ListGroup } from './references.tsx'

/** What the groups of a list are made of. */
export interface GroupWords {
  t: TFunction
  persons: (payloadOf: (id: string) => GroupPayload) => ListGroup[]
  none: (title: string, icon: IconLike) => ListGroup
}

export type OwnGroups = (field: PropertyField, words: GroupWords) => ListGroup[]

const known = new Map<string, OwnGroups>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setOwnGroups(slug: string, groups: OwnGroups) {
  known.set(slug, groups)
  for (const listener of listeners) listener()
}

/** The groups by a property of a type; undefined until it is loaded: few lists have them. */
export const useOwnGroups = (slug: string) => useSyncExternalStore(subscribe, () => known.get(slug))

const asked = new Set<string>()

export function loadOwnGroups(slug: string) {
  if (asked.has(slug)) return
  asked.add(slug)
  void import('./own-group-list.tsx').then(({ watch }) =>
    watch(slug, (groups) => setOwnGroups(slug, groups)),
  )
}

import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember } from '../core/policy.ts'
import { GUEST, MEMBER, type Role } from '../core/roles.ts'
import { Choice, type Id } from '../core/shapes.ts'

/** Entries of the main navigation a user may pin, in their default order, with the lowest role. */
export const sidebarEntries = {
  views: { sort_order: 65_535, from: GUEST },
  active_cycles: { sort_order: 75_535, from: MEMBER },
  analytics: { sort_order: 85_535, from: MEMBER },
  drafts: { sort_order: 95_535, from: MEMBER },
  your_work: { sort_order: 105_535, from: MEMBER },
  archives: { sort_order: 115_535, from: MEMBER },
} as const satisfies Record<string, { sort_order: number; from: Role }>

export type SidebarKey = keyof typeof sidebarEntries
export const sidebarKeys = Object.keys(sidebarEntries) as SidebarKey[]

const SidebarPreference = Type.Object({
  is_pinned: Type.Boolean(),
  sort_order: Type.Number(),
})
export type SidebarPreference = Static<typeof SidebarPreference>

/** By key, in their order. */
export type SidebarPreferences = Record<SidebarKey, SidebarPreference>
const SidebarPreferences = Type.Unsafe<SidebarPreferences>(
  Type.Record(Type.String(), SidebarPreference),
)

const KeyedPreference = Type.Object({
  key: Choice(sidebarKeys),
  ...SidebarPreference.properties,
})
export type KeyedPreference = Static<typeof KeyedPreference>

const SidebarPreferencePatch = Type.Partial(SidebarPreference)
export type SidebarPreferencePatch = Static<typeof SidebarPreferencePatch>

const all = '/api/workspaces/:slug/sidebar-preferences/'

export const sidebarPreferencesApi = {
  list: endpoint(anyMember, `GET ${all}`, { 200: SidebarPreferences }),
  change: endpoint(anyMember, `PATCH ${all}:key/`, {
    body: SidebarPreferencePatch,
    200: KeyedPreference,
  }),
}

export type SidebarPreferenceEvent = {
  type: 'sidebar_preference.saved'
  workspace_id: Static<typeof Id>
  preference: KeyedPreference
}

/** Saved preferences over the defaults, in order. */
export function orderedPreferences(
  preferences: Partial<Record<SidebarKey, SidebarPreference>>,
): SidebarPreferences {
  const all = sidebarKeys.map((key) => {
    const { sort_order } = sidebarEntries[key]
    return [key, preferences[key] ?? { is_pinned: false, sort_order }] as const
  })
  all.sort(([, one], [, other]) => one.sort_order - other.sort_order)
  return Object.fromEntries(all) as SidebarPreferences
}

export const applySidebarPreferenceEvent = (
  preferences: SidebarPreferences,
  { preference: { key, ...saved } }: Pick<SidebarPreferenceEvent, 'preference'>,
): SidebarPreferences => orderedPreferences({ ...preferences, [key]: saved })

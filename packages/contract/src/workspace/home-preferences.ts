import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember } from '../core/policy.ts'
import { Choice, type Id, Json } from '../core/shapes.ts'

/** The widgets of a home page in their default order, descending. */
export const homeWidgets = { quick_links: 999, recents: 998, my_stickies: 997 } as const

export type HomeWidgetKey = keyof typeof homeWidgets
export const homeWidgetKeys = Object.keys(homeWidgets) as HomeWidgetKey[]

const HomePreference = Type.Object({
  key: Choice(homeWidgetKeys),
  is_enabled: Type.Boolean(),
  config: Json,
  sort_order: Type.Number(),
})
export type HomePreference = Static<typeof HomePreference>

const { key, is_enabled, config, sort_order } = HomePreference.properties
const HomePreferencePatch = Type.Partial(Type.Object({ is_enabled, sort_order, config }))
export type HomePreferencePatch = Static<typeof HomePreferencePatch>

const all = '/api/workspaces/:slug/home-preferences/'

export const homePreferencesApi = {
  list: endpoint(anyMember, `GET ${all}`, { 200: Type.Array(HomePreference) }),
  change: endpoint(anyMember, `PATCH ${all}:key/`, {
    body: HomePreferencePatch,
    200: Type.Object({ key, is_enabled, sort_order }),
  }),
}

export type HomePreferenceEvent = {
  type: 'home_preference.saved'
  workspace_id: Static<typeof Id>
  preference: HomePreference
}

/** Saved preferences over the defaults, in order. */
export function orderedWidgets(saved: readonly HomePreference[]): HomePreference[] {
  const widgets = homeWidgetKeys.map(
    (one) =>
      saved.find((preference) => preference.key === one) ?? {
        ...{ key: one, is_enabled: true, config: {}, sort_order: homeWidgets[one] },
      },
  )
  return widgets.sort((one, other) => other.sort_order - one.sort_order)
}

export const applyHomePreferenceEvent = (
  preferences: readonly HomePreference[],
  { preference }: Pick<HomePreferenceEvent, 'preference'>,
): HomePreference[] =>
  orderedWidgets(preferences.map((one) => (one.key === preference.key ? preference : one)))

import {
  sidebarPreferencesApi as api,
  applySidebarPreferenceEvent,
  type SidebarKey,
  type SidebarPreferencePatch,
  type SidebarPreferences,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { preferencesIn } from './hooks.ts'

interface Change extends SidebarPreferencePatch {
  key: SidebarKey
}

export const useChangePreference = (slug: string) =>
  useOptimisticMutation({
    query: preferencesIn(slug),
    send: ({ key, ...body }: Change) => call(api.change, { params: { slug, key }, body }),
    apply: (preferences: SidebarPreferences, { key, ...patch }) =>
      applySidebarPreferenceEvent(preferences, {
        preference: { key, ...preferences[key], ...patch },
      }),
    settle: (preferences, preference) => applySidebarPreferenceEvent(preferences, { preference }),
    line: ({ key }) => `sidebar ${key}`,
    failure: 'navigation.not_saved',
  })

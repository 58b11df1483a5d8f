import { accountApi as api, type Profile } from '@cairn/contract'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import type { Person } from '#ui/avatar.tsx'
import type { ThemeChoice } from '#ui/theme.ts'

/** Who is asking, or null. */
export const session = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await call(api.session)).user ?? null,
})

export const profile = queryOptions({
  queryKey: ['profile'],
  queryFn: () => call(api.profile),
})

const instanceAdmin = queryOptions({
  queryKey: ['instance-admin'],
  queryFn: async () => (await call(api.amInstanceAdmin)).is_instance_admin,
})

/** Only on screens behind a gate that lets nobody in without a session. */
export function useMe() {
  const { data: me } = useSuspenseQuery(session)
  if (!me) throw new Error('This screen needs somebody signed in.')
  return me
}

export function useMyPerson(): Person {
  const { id, display_name, avatar_url } = useMe()
  return { id, name: display_name, photo: avatar_url }
}

export const useIsInstanceAdmin = () => useQuery(instanceAdmin).data ?? false

/** Kept in the profile, so that other devices show it too. */
export const useSaveTheme = () =>
  useOptimisticMutation({
    query: profile,
    send: (theme: ThemeChoice) => call(api.changeProfile, { body: { theme: { theme } } }),
    apply: (data: Profile, theme) => ({ ...data, theme: { ...data.theme, theme } }),
    settle: (_, answer) => answer,
    failure: 'shell.theme_not_saved',
  })

export const rememberWorkspace = (last_workspace_id: string) =>
  call(api.changeProfile, { body: { last_workspace_id } })

export const finishOnboarding = () => call(api.finishOnboarding, { body: { is_onboarded: true } })

import type { WeekDay } from '@cairn/calendar'
import {
  accountApi as api,
  applyProfileEvent,
  applyUserEvent,
  authApi,
  type EmailChange,
  type NotificationPreferences,
  type NotificationPreferencesPatch,
  type PasswordChange,
  type Profile,
  type ProfilePatch,
  timeZonesApi,
  type UserPatch,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import type { TextKey } from '#data/i18n.ts'
import { accountKey } from '#data/known-ids.ts'
import { startLive, stopLive } from '#data/live.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import type { Person } from '#ui/people/avatar.tsx'
import { orSay } from './load-failure.ts'
import type { SavedTheme } from './saved-theme.ts'

/** Who is asking, or null. */
export const session = queryOptions({
  queryKey: accountKey,
  queryFn: async () => (await call(api.session).catch(orSay('errors.no_user'))).user ?? null,
})

export const profile = queryOptions({
  queryKey: ['profile'] as const,
  queryFn: () => call(api.profile).catch(orSay('errors.no_profile')),
})

/** Where the account was last, and how many invitations wait for it. */
export const settingsOfMe = queryOptions({
  queryKey: ['account-settings'],
  queryFn: async () => (await call(api.settings).catch(orSay('errors.no_settings'))).workspace,
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

/** What this person changes in another browser shows here. */
export function useLiveAccount() {
  useLiveUpdates(session, (me, event) => me && applyUserEvent(me, event))
  useLiveUpdates(profile, applyProfileEvent)
}

/** The name, the picture, the time zone. Lists that show this person hear of it from the server. */
export const useChangeMe = () =>
  useOptimisticMutation({
    query: session,
    send: (body: UserPatch) => call(api.change, { body }),
    apply: (me, patch) => {
      const { cover_image } = patch
      const cover = cover_image === undefined ? {} : { cover_image_url: cover_image }
      return me && { ...me, ...patch, ...cover }
    },
    settle: (_, answer) => answer,
    failure: 'account.user_not_updated',
  })

/** After an upload: the server has set the picture, and only it knows the address. */
export async function readMeAgain() {
  const me = await call(api.me)
  queryLayers.happen(session.queryKey, () => me)
}

export async function changeMe(body: UserPatch) {
  const me = await call(api.change, { body })
  queryLayers.happen(session.queryKey, () => me)
}

/** The day calendars begin with. */
export const useWeekStart = () => (useQuery(profile).data?.start_of_the_week ?? 0) as WeekDay

export const useMyProfile = () => useSuspenseQuery(profile).data

const profileChange = (failure: TextKey) => ({
  query: profile,
  send: (body: ProfilePatch) => call(api.changeProfile, { body }),
  apply: (data: Profile, patch: ProfilePatch) => ({ ...data, ...patch }),
  settle: (_: Profile, answer: Profile) => answer,
  // One answer holds the whole profile: an older one must not arrive last.
  line: () => 'profile',
  failure,
})

export const useChangeProfile = () =>
  useOptimisticMutation(profileChange('account.profile_not_updated'))

/** Kept in the profile, so that other devices show it too; `useAppliedTheme` shows what the profile says. */
export function useSaveTheme() {
  const change = useOptimisticMutation(profileChange('account.theme_not_updated'))
  return {
    mutate: (theme: SavedTheme, then?: { onSuccess?: () => void }) =>
      change.mutate({ theme: { ...theme } }, then),
  }
}

const preferences = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: () => call(api.preferences),
})

export const usePreferences = () => useQuery({ ...preferences, throwOnError: true }).data

export const useChangePreferences = () =>
  useOptimisticMutation({
    query: preferences,
    send: (body: NotificationPreferencesPatch) => call(api.changePreferences, { body }),
    apply: (data: NotificationPreferences, patch) => ({ ...data, ...patch }),
    failure: 'account.mail.not_saved',
  })

const timeZones = queryOptions({
  queryKey: ['time-zones'],
  queryFn: async () => (await call(timeZonesApi.list)).timezones,
  staleTime: Number.POSITIVE_INFINITY,
})

export const useTimeZones = () => useQuery(timeZones).data

const connections = queryOptions({
  queryKey: ['connected-accounts'],
  queryFn: () => call(api.accounts),
})

export const useConnections = () => useQuery({ ...connections, throwOnError: true }).data

export const useDisconnect = () =>
  useOptimisticMutation({
    query: connections,
    send: (id: string) => call(api.disconnect, { params: { id } }),
    apply: (all, id) => all.filter((one) => one.id !== id),
    failure: 'account.connections.not_removed',
  })

export const useChangePassword = () =>
  useMutation({
    mutationFn: async (body: PasswordChange) => {
      const { csrf_token } = await call(authApi.csrfToken)
      // It ends every session and opens a new one here: the socket of the old one would call us signed out.
      stopLive()
      return call(authApi.changePassword, { body, token: csrf_token }).finally(startLive)
    },
  })

export const useSendEmailCode = () =>
  useMutation({ mutationFn: (email: string) => call(api.emailCode, { body: { email } }) })

/** For what ends the session: the server may close the socket before it answers, and that is no sign-out. */
async function endSession<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  stopLive()
  try {
    return await send()
  } catch (error) {
    startLive()
    throw error
  }
}

export const useChangeEmail = () =>
  useMutation({
    mutationFn: (body: EmailChange) => endSession(() => call(api.changeEmail, { body })),
  })

export const useDeactivate = () =>
  useMutation({ mutationFn: () => endSession(() => call(api.deactivate)) })

export const saveLastWorkspace = (last_workspace_id: string) =>
  call(api.changeProfile, { body: { last_workspace_id } })

export const finishOnboarding = () => call(api.finishOnboarding, { body: { is_onboarded: true } })

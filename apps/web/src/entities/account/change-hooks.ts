import {
  accountApi as api,
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
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import type { TextKey } from '#data/i18n.ts'
import { startLive, stopLive } from '#data/live.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { profile, session } from './hooks.ts'
import type { SavedTheme } from './saved-theme.ts'

/** Name, picture and time zone. Lists that show this user are updated by server events. */
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
    failure: 'messages.user_not_saved',
  })

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
  useOptimisticMutation(profileChange('messages.profile_not_saved'))

/**
 * Stored in the profile, so that other devices use it too; `useAppliedTheme` applies the theme
 * there.
 */
export function useSaveTheme() {
  const change = useOptimisticMutation(profileChange('messages.theme_not_saved'))
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
    failure: 'messages.mail_setting_not_saved',
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
    failure: 'messages.provider_not_disconnected',
  })

export const useChangePassword = () =>
  useMutation({
    mutationFn: async (body: PasswordChange) => {
      const { csrf_token } = await call(authApi.csrfToken)
      // Ends every session and starts a new one here: the old session's socket would report a
      // sign-out.
      stopLive()
      return call(authApi.changePassword, { body, token: csrf_token }).finally(startLive)
    },
  })

export const useSendEmailCode = () =>
  useMutation({ mutationFn: (email: string) => call(api.emailCode, { body: { email } }) })

/**
 * For requests that end the session: the server may close the socket first, which is no sign-out.
 */
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

export const finishOnboarding = () => call(api.finishOnboarding, { body: { is_onboarded: true } })

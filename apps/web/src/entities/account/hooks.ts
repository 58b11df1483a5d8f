import type { WeekDay } from '@cairn/calendar'
import {
  accountApi as api,
  applyProfileEvent,
  applyUserEvent,
  type UserPatch,
} from '@cairn/contract'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { accountKey } from '#data/known-ids.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import type { Person } from '#ui/people/avatar.tsx'
import { orSay } from './load-failure.ts'

/** The signed-in user, or null. */
export const session = queryOptions({
  queryKey: accountKey,
  queryFn: async () => (await call(api.session).catch(orSay('errors.no_user'))).user ?? null,
})

export const profile = queryOptions({
  queryKey: ['profile'] as const,
  queryFn: () => call(api.profile).catch(orSay('errors.no_profile')),
})

/** The last workspace of the account, and the number of its invitations. */
export const settingsOfMe = queryOptions({
  queryKey: ['account-settings'],
  queryFn: async () => (await call(api.settings).catch(orSay('errors.no_settings'))).workspace,
})

const instanceAdmin = queryOptions({
  queryKey: ['instance-admin'],
  queryFn: async () => (await call(api.amInstanceAdmin)).is_instance_admin,
})

/** Only for screens that require a session. */
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

/** Shows changes this user makes in another browser. */
export function useLiveAccount() {
  useLiveUpdates(session, (me, event) => me && applyUserEvent(me, event))
  useLiveUpdates(profile, applyProfileEvent)
}

/** First day of the week in calendars. */
export const useWeekStart = () => (useQuery(profile).data?.start_of_the_week ?? 0) as WeekDay

export const useMyProfile = () => useSuspenseQuery(profile).data

export const saveLastWorkspace = (last_workspace_id: string) =>
  call(api.changeProfile, { body: { last_workspace_id } })

/** After an upload: the server has set the picture, and only it knows the URL. */
export async function readMeAgain() {
  const me = await call(api.me)
  queryLayers.happen(session.queryKey, () => me)
}

export async function changeMe(body: UserPatch) {
  const me = await call(api.change, { body })
  queryLayers.happen(session.queryKey, () => me)
}

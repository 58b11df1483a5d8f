import { memberProfilesApi as api } from '@cairn/contract'
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useFollowItems } from '#entities/progress/use-follow-items.ts'
import { toPerson, useMemberRows } from '#entities/workspace/hooks.ts'
import { fullNameOf } from './full-name.ts'

export interface Whose {
  slug: string
  user_id: string
}

const keyOf = ({ slug, user_id }: Whose) => ['member-profile', slug, user_id] as const

/** The counts are refetched each time they are shown, and whenever an item changes meanwhile. */
const counted = { staleTime: 0 }

export const useFollowProfile = (whose: Whose) => useFollowItems(undefined, [keyOf(whose)])

export const useProfile = (params: Whose) =>
  useQuery({
    queryKey: [...keyOf(params), 'profile'],
    queryFn: ({ signal }) => call(api.profile, { params, signal }),
    ...counted,
  })

export const useStats = (params: Whose) =>
  useQuery({
    queryKey: [...keyOf(params), 'stats'],
    queryFn: ({ signal }) => call(api.stats, { params, signal }),
    ...counted,
  })

const RECENT = '10'

export const recentActivity = (params: Whose) =>
  queryOptions({
    queryKey: [...keyOf(params), 'recent'],
    queryFn: async ({ signal }) =>
      (await call(api.activity, { params, query: { per_page: RECENT }, signal })).results,
    ...counted,
  })

const PAGE = '100'

/** Not among the queries that follow items: loaded pages would be refetched with each change. */
export const allActivity = (params: Whose) =>
  infiniteQueryOptions({
    queryKey: ['member-activity', params.slug, params.user_id],
    queryFn: ({ pageParam, signal }) =>
      call(api.activity, { params, query: { per_page: PAGE, cursor: pageParam }, signal }),
    initialPageParam: `${PAGE}:0:0`,
    getNextPageParam: (page) => (page.next_page_results ? page.next_cursor : undefined),
    ...counted,
  })

/** The user of this profile: undefined until the members are known, null if there is none. */
export function useColleague({ slug, user_id }: Whose) {
  const { data: members } = useMemberRows(slug)
  const isMe = useMe().id === user_id
  if (!members) return undefined
  const row = members.find(({ member }) => member.id === user_id)
  if (!row) return null
  return { person: toPerson(row), fullName: fullNameOf(row.member), isMe }
}

import { invitationsApi as api, type Invitation, type InvitationAnswer } from '@cairn/contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import type { InvitationLink } from '#entities/account/auth-search.ts'
import { profile, saveLastWorkspace } from '#entities/account/hooks.ts'
import { workspaces } from '#entities/workspace/hooks.ts'

/** What waits for an account whose address was proved. */
export const myInvitations = queryOptions({
  queryKey: ['my-invitations'],
  queryFn: () => call(api.mine),
})

const isAway = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** The invitation a secret link opens, or null when it opens none any more. */
export const invitationBehind = (link: InvitationLink | undefined) =>
  queryOptions({
    queryKey: ['invitation', link?.id, link?.token],
    enabled: link !== undefined,
    queryFn: async () => {
      const { slug = '', id = '', token } = link ?? {}
      try {
        return await call(api.open, { params: { slug, id }, query: { token } })
      } catch (error) {
        if (isAway(error)) throw error
        return null
      }
    },
  })

export const answerInvitation = ({ slug, id, token }: InvitationLink, answer: InvitationAnswer) =>
  call(api.answer, { params: { slug, id }, body: { ...answer, token } })

/** Joins them all; answers the workspace of the first. */
export const useJoinInvitations = () =>
  useMutation({
    mutationFn: async (chosen: Invitation[]) => {
      await call(api.joinMine, { body: { invitations: chosen.map(({ id }) => id) } })
      const first = chosen[0]?.workspace
      if (first) queryClient.setQueryData(profile.queryKey, await saveLastWorkspace(first.id))
      await queryClient.fetchQuery({ ...workspaces, staleTime: 0 })
      // Read again at the next visit: now it would take away the screen that is about to be left.
      void queryClient.invalidateQueries({ ...myInvitations, refetchType: 'none' })
      return first?.slug
    },
  })

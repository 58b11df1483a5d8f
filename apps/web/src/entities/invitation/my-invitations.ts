import { invitationsApi as api, type Invitation, type InvitationAnswer } from '@cairn/contract'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import type { InvitationLink } from '#entities/account/auth-search.ts'
import { profile, saveLastWorkspace } from '#entities/account/hooks.ts'
import { workspaces } from '#entities/workspace/hooks.ts'
import { landingOf } from './landing.ts'

/** Invitations of an account with a verified email. */
export const myInvitations = queryOptions({
  queryKey: ['my-invitations'],
  queryFn: () => call(api.mine),
})

const isAway = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** The invitation of a secret link, or null if it is no longer valid. */
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

/** Accepts all; returns the URL of the first. */
export const useJoinInvitations = () =>
  useMutation({
    mutationFn: async (chosen: Invitation[]) => {
      await call(api.joinMine, { body: { invitations: chosen.map(({ id }) => id) } })
      const [first] = chosen
      if (first) {
        queryClient.setQueryData(profile.queryKey, await saveLastWorkspace(first.workspace.id))
      }
      await queryClient.fetchQuery({ ...workspaces, staleTime: 0 })
      // Read again at the next visit: now it would take away the screen that is about to be left.
      void queryClient.invalidateQueries({ ...myInvitations, refetchType: 'none' })
      return first ? landingOf(first) : '/'
    },
  })

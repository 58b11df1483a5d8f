import {
  invitationsApi as api,
  type Invitation,
  type IssuedInvitation,
  type NewInvitations,
  type Role,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'

const invitationsIn = (slug: string) =>
  queryOptions({
    queryKey: ['invitations', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
  })

export const useInvitations = (slug: string) => useQuery(invitationsIn(slug)).data

const readAgain = (slug: string) =>
  queryClient.invalidateQueries({ queryKey: invitationsIn(slug).queryKey })

// The server shows a link once. Stored as long as this page is open, so that copying it does not
// need a new one.
const known = new Map<string, string>()

function remember(issued: IssuedInvitation): string {
  const link = new URL(issued.invite_link, location.origin).href
  known.set(issued.id, link)
  return link
}

export interface InviteLink {
  email: string
  link: string
}

/** Returns the new invitations: existing ones are unchanged. */
export const useInvite = (slug: string) =>
  useMutation({
    mutationFn: async (body: NewInvitations): Promise<InviteLink[]> => {
      const { invitations } = await call(api.create, { params: { slug }, body })
      return invitations.map((issued) => ({ email: issued.email, link: remember(issued) }))
    },
    onSuccess: () => readAgain(slug),
  })

interface RoleChange {
  id: string
  role: Role
}

export const useChangeInvitedRole = (slug: string) =>
  useOptimisticMutation({
    query: invitationsIn(slug),
    send: ({ id, role }: RoleChange) => call(api.change, { params: { slug, id }, body: { role } }),
    apply: (rows: Invitation[], { id, role }) =>
      rows.map((row) => (row.id === id ? { ...row, role } : row)),
    line: ({ id }) => id,
    failure: 'members.role_not_changed',
  })

/** Mails a new link; the previous one becomes invalid. */
export const useResend = (slug: string) =>
  useMutation({
    mutationFn: async ({ id }: Invitation) =>
      remember(await call(api.resend, { params: { slug, id } })),
    onSuccess: () => readAgain(slug),
  })

/** The link made here, or else a new one. */
export function useInviteLink(slug: string) {
  const resend = useResend(slug)
  return async (invitation: Invitation) => {
    const link = known.get(invitation.id)
    if (link) return { link, renewed: false }
    return { link: await resend.mutateAsync(invitation), renewed: true }
  }
}

export const useRevoke = (slug: string) =>
  useMutation({
    mutationFn: ({ id }: Invitation) => call(api.revoke, { params: { slug, id } }),
    onSuccess: (_, { id }) =>
      queryLayers.happen<Invitation[]>(invitationsIn(slug).queryKey, (rows) =>
        rows.filter((row) => row.id !== id),
      ),
  })

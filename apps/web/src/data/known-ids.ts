import type { CurrentUser, Workspace } from '@cairn/contract'
import { queryClient } from './query-client.ts'

export const accountKey = ['account'] as const
export const workspacesKey = ['workspaces'] as const

/** The current user for optimistic changes; empty until it is known. */
export const myId = () => queryClient.getQueryData<CurrentUser | null>(accountKey)?.id ?? ''

/** The id of a workspace that was read, by its slug. */
export const workspaceIdOf = (slug: string) =>
  queryClient.getQueryData<Workspace[]>(workspacesKey)?.find((workspace) => workspace.slug === slug)
    ?.id ?? ''

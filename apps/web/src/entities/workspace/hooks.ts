import {
  workspacesApi as api,
  applyWorkspaceEvent,
  applyWorkspaceMemberEvent,
  assetsApi,
  isReservedSlug,
  isSlug,
  type NewWorkspace,
  type Workspace,
  type WorkspaceEvent,
  type WorkspaceMember,
  type WorkspacePatch,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ApiError, call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { workspacesKey } from '#data/known-ids.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { uploadWorkspaceAsset } from '#entities/file/upload.ts'
import type { Person } from '#ui/people/avatar.tsx'

export const workspaces = queryOptions({
  queryKey: workspacesKey,
  queryFn: () => call(api.list, {}),
})

export function useWorkspaces() {
  useLiveUpdates(workspaces, applyWorkspaceEvent)
  return useSuspenseQuery(workspaces).data
}

export const useWorkspace = (slug: string) =>
  useWorkspaces().find((workspace) => workspace.slug === slug)

/** What its files take; read again with every visit, because uploads do not tell of it. */
export const useStorage = (slug: string) =>
  useQuery({
    queryKey: ['workspace-storage', slug] as const,
    queryFn: () => call(assetsApi.storage, { params: { slug } }),
    staleTime: 0,
  }).data

export const membersIn = (slug: string) =>
  queryOptions({
    queryKey: ['workspace-members', slug] as const,
    queryFn: () => call(api.members, { params: { slug } }),
  })

/** All rows, also of those who have left. */
export function useMemberRows(slug: string) {
  // The socket tells of every workspace one is in.
  useLiveUpdates(membersIn(slug), (members, event) =>
    event.workspace_member.workspace.slug === slug
      ? applyWorkspaceMemberEvent(members, event)
      : members,
  )
  return useQuery(membersIn(slug))
}

export const isPresent = ({ is_active, member }: WorkspaceMember) => is_active && !member.is_bot

export const toPerson = ({ member }: WorkspaceMember): Person => ({
  id: member.id,
  name: member.display_name,
  photo: member.avatar_url,
  isBot: member.is_bot,
})

/** Everybody the workspace knows, also who has left: history needs their names. */
export function usePeople(slug: string): ReadonlyMap<string, Person> {
  const { data } = useMemberRows(slug)
  return useMemo(() => new Map(data?.map((row) => [row.member.id, toPerson(row)])), [data])
}

export function useActivePeople(slug: string): Person[] {
  const { data } = useMemberRows(slug)
  return useMemo(() => (data ?? []).filter(isPresent).map(toPerson), [data])
}

export const isSlugFree = async (slug: string, signal?: AbortSignal) =>
  (await call(api.slugCheck, { query: { slug }, signal })).status

/** Shown before the socket tells it. */
const note = (event: WorkspaceEvent) =>
  queryLayers.happen<Workspace[]>(workspaces.queryKey, (known) => applyWorkspaceEvent(known, event))

export const useCreateWorkspace = () =>
  useMutation({
    mutationFn: (body: NewWorkspace) => call(api.create, { body }),
    onSuccess: (workspace) => note({ type: 'workspace.saved', workspace }),
  })

/**
 * Whether a workspace one is not in exists: undefined while that is being asked. Creating one says as
 * much, so nothing is given away.
 */
export function useWorkspaceExists(slug: string): boolean | undefined {
  const possible = isSlug(slug) && !isReservedSlug(slug)
  const { data, isError } = useQuery({
    queryKey: ['workspace-exists', slug],
    queryFn: async ({ signal }) => !(await isSlugFree(slug, signal)),
    enabled: possible,
    staleTime: 0,
  })
  return possible && !isError ? data : false
}

export const useChangeWorkspace = (slug: string) =>
  useMutation({
    mutationFn: (body: WorkspacePatch) => call(api.change, { params: { slug }, body }),
    onSuccess: (workspace) => note({ type: 'workspace.saved', workspace }),
  })

async function readAgain(slug: string) {
  note({ type: 'workspace.saved', workspace: await call(api.get, { params: { slug } }) })
}

/** Refused, and not to be read either: it is no workspace of ours, or none at all. */
const orUnknown = (slug: string) => async (error: unknown) => {
  if (!(error instanceof ApiError) || error.status !== 403) throw error
  await call(api.get, { params: { slug } }).catch(() => {
    throw new ApiError(error.status, error.body, t('workspaces.unknown.title'))
  })
  throw error
}

export async function uploadLogo(
  { id, slug }: Workspace,
  file: File,
  onProgress: (share: number) => void,
) {
  const place = { entity_identifier: id, onProgress }
  await uploadWorkspaceAsset(slug, file, 'WORKSPACE_LOGO', place).catch(orUnknown(slug))
  await readAgain(slug)
}

/** Of its own, or one that is kept elsewhere. */
export async function removeLogo({ slug, logo_asset }: Workspace) {
  const removed = logo_asset
    ? call(assetsApi.remove, { params: { slug, id: logo_asset } })
    : call(api.change, { params: { slug }, body: { logo: null } })
  await removed.catch(orUnknown(slug))
  await readAgain(slug)
}

/** Out of a workspace: to where the start page leads somebody who is no longer in it. */
function useWayOut({ id }: Pick<Workspace, 'id'>) {
  const navigate = useNavigate()
  return async () => {
    note({ type: 'workspace.removed', id })
    await navigate({ to: '/' })
  }
}

export function useRemoveWorkspace(workspace: Workspace) {
  const goOut = useWayOut(workspace)
  const { slug } = workspace
  return useMutation({
    mutationFn: () => call(api.remove, { params: { slug } }),
    onSuccess: goOut,
  })
}

export function useLeaveWorkspace(workspace: Workspace) {
  const goOut = useWayOut(workspace)
  const { slug } = workspace
  return useMutation({
    mutationFn: () => call(api.leave, { params: { slug } }),
    onSuccess: goOut,
  })
}

/** What was read of a workspace one is no longer in must not stay in memory. */
export const forgetWorkspace = (slug: string) =>
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => queryKey[1] === slug,
  })

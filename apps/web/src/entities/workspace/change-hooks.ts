import {
  workspacesApi as api,
  applyWorkspaceEvent,
  assetsApi,
  isReservedSlug,
  isSlug,
  type NewWorkspace,
  type Workspace,
  type WorkspaceEvent,
  type WorkspacePatch,
} from '@cairn/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError, call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { queryLayers } from '#data/query-client.ts'
import { uploadWorkspaceAsset } from '#entities/file/upload.ts'
import { navigate } from '#ui/router/router.ts'
import { workspaces } from './hooks.ts'

/** Storage its files use; read on every visit, because uploads emit no event for it. */
export const useStorage = (slug: string) =>
  useQuery({
    queryKey: ['workspace-storage', slug] as const,
    queryFn: () => call(assetsApi.storage, { params: { slug } }),
    staleTime: 0,
  }).data

export const isSlugFree = async (slug: string, signal?: AbortSignal) =>
  (await call(api.slugCheck, { query: { slug }, signal })).status

/** Shown before the socket event arrives. */
const note = (event: WorkspaceEvent) =>
  queryLayers.happen<Workspace[]>(workspaces.queryKey, (known) => applyWorkspaceEvent(known, event))

export const useCreateWorkspace = () =>
  useMutation({
    mutationFn: (body: NewWorkspace) => call(api.create, { body }),
    onSuccess: (workspace) => note({ type: 'workspace.saved', workspace }),
  })

/**
 * Whether a workspace the user is not in exists; undefined while loading. Creating one reveals the
 * same, so nothing leaks.
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

/** 403, and not readable either: the user is not a member, or it does not exist. */
const orUnknown = (slug: string) => async (error: unknown) => {
  if (!(error instanceof ApiError) || error.status !== 403) throw error
  await call(api.get, { params: { slug } }).catch(() => {
    throw new ApiError(error.status, error.body, t('messages.workspace_not_found'))
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

/** An uploaded one, or one hosted elsewhere. */
export async function removeLogo({ slug, logo_asset }: Workspace) {
  const removed = logo_asset
    ? call(assetsApi.remove, { params: { slug, id: logo_asset } })
    : call(api.change, { params: { slug }, body: { logo: null } })
  await removed.catch(orUnknown(slug))
  await readAgain(slug)
}

/** Goes to the start page, which redirects users no longer in the workspace. */
function useWayOut({ id }: Pick<Workspace, 'id'>) {
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

import {
  statusUpdatesApi as api,
  applyStatusUpdateEvent,
  canChangeStatusUpdate,
  type NewStatusUpdate,
  type StatusUpdate,
  type StatusUpdatePatch,
} from '@cairn/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'
import { useReadAgain } from '#data/use-read-again.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'

/** The subject of updates: a project, an epic or an initiative. */
export type UpdateSubject =
  | { kind: 'project'; slug: string; project_id: string; id: string }
  | { kind: 'epic'; slug: string; project_id: string; id: string }
  | { kind: 'initiative'; slug: string; id: string }

type UpdateScope = UpdateSubject & { limit: number }

function list({ limit, ...subject }: UpdateScope) {
  const query = { limit: String(limit) }
  const { slug, id } = subject
  if (subject.kind === 'initiative') {
    return call(api.listOfInitiative, { params: { slug, id }, query })
  }
  const { project_id } = subject
  return subject.kind === 'epic'
    ? call(api.listOfEpic, { params: { slug, project_id, id }, query })
    : call(api.listOfProject, { params: { slug, project_id }, query })
}

const updatesOf = (scope: UpdateScope) =>
  queryOptions({
    queryKey: ['status-updates', scope.slug, scope.kind, scope.id, scope.limit] as const,
    queryFn: () => list(scope),
    placeholderData: keepPreviousData,
  })

const isAbout = (
  { kind, id }: UpdateSubject,
  update: Pick<StatusUpdate, 'project_id' | 'epic_id' | 'initiative_id'>,
) => {
  if (kind === 'initiative') return update.initiative_id === id
  return kind === 'epic' ? update.epic_id === id : update.project_id === id && !update.epic_id
}

const updateCollection = liveCollection({
  query: updatesOf,
  // The live socket carries all events the user may see; an initiative also lists updates of its
  // projects.
  event: (updates: StatusUpdate[], event, scope) => {
    if (event.type === 'status_update.removed') return applyStatusUpdateEvent(updates, event)
    const isListed = updates.some(({ id }) => id === event.update.id)
    return isListed || isAbout(scope, event.update)
      ? applyStatusUpdateEvent(updates, event)
      : updates
  },
  saved: (update) => ({ type: 'status_update.saved', update }),
  removed: (id, { slug }) => ({
    ...{ type: 'status_update.removed', id, workspace_id: workspaceIdOf(slug) },
    ...{ project_id: null, epic_id: null, initiative_id: null },
  }),
})

/** The latest; undefined while loading. */
export function useStatusUpdates(scope: UpdateScope): StatusUpdate[] | undefined {
  updateCollection.useEvents(scope)
  // Only the server knows which projects an initiative has.
  useReadAgain(
    [updatesOf(scope).queryKey],
    (event) =>
      scope.kind === 'initiative' &&
      event.type === 'status_update.saved' &&
      event.update.project_id !== null,
  )
  return useQuery(updatesOf(scope)).data
}

function post(subject: UpdateScope, body: NewStatusUpdate) {
  const { slug, id } = subject
  if (subject.kind === 'initiative') {
    return call(api.createForInitiative, { params: { slug, id }, body })
  }
  const { project_id } = subject
  return subject.kind === 'epic'
    ? call(api.createForEpic, { params: { slug, project_id, id }, body })
    : call(api.createForProject, { params: { slug, project_id }, body })
}

export const usePostUpdate = creating(updateCollection, {
  send: post,
  draft: (scope, { id, health, text }): StatusUpdate => {
    const now = new Date().toISOString()
    const me = myId()
    const { kind } = scope
    return {
      ...{ id, health, text, workspace: workspaceIdOf(scope.slug) },
      project_id: kind === 'initiative' ? null : scope.project_id,
      epic_id: kind === 'epic' ? scope.id : null,
      initiative_id: kind === 'initiative' ? scope.id : null,
      ...{ created_at: now, updated_at: now, created_by: me, updated_by: null, deleted_at: null },
    }
  },
  failure: 'updates.not_posted',
})

export const useChangeUpdate = changing(updateCollection, {
  send: ({ slug }, id, patch: StatusUpdatePatch) =>
    call(api.change, { params: { slug, id }, body: patch }),
  failure: 'updates.not_saved',
})

export const useRemoveUpdate = removing(updateCollection, {
  send: ({ slug }, id) => call(api.remove, { params: { slug, id } }),
  failure: 'updates.not_deleted',
})

/** Whether the user may change an update, by their role there. */
export function useMayChangeUpdate(slug: string) {
  const { id: user_id } = useMe()
  const workspace_role = useWorkspace(slug)?.role ?? 0
  const projects = useAllProjects(slug)
  return (update: StatusUpdate) => {
    const project = projects?.find(({ id }) => id === update.project_id)
    const project_role = project?.member_role ?? 0
    return canChangeStatusUpdate({ user_id, workspace_role, project_role }, update)
  }
}

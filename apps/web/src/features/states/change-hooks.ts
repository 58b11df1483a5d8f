import {
  statesApi as api,
  type NewState,
  nextStateSequence,
  type State,
  type StateGroup,
  type StatePatch,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { workspaceIdOf } from '#data/known-ids.ts'
import type { ProjectRef } from '#data/live-collection.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { stateCollection, statesIn } from '#entities/state/hooks.ts'

const lastOf = (states: readonly State[]) =>
  states.length > 0 ? Math.max(...states.map(({ sequence }) => sequence)) : undefined

export const useCreateState = creating(stateCollection, {
  send: (params, body: NewState) => call(api.create, { params, body }),
  draft: ({ slug, project_id }, { id, name, color, ...body }, states): State => ({
    ...{ id, name, color, project_id, workspace_id: workspaceIdOf(slug) },
    ...{ group: body.group ?? 'backlog', description: body.description ?? '' },
    ...{ sequence: nextStateSequence(lastOf(states)), default: false, order: 1 },
    ...{ wip_limit: body.wip_limit ?? null },
  }),
  failure: 'states.not_created',
})

export const useChangeState = changing(stateCollection, {
  send: (params, id, patch: StatePatch & { group?: StateGroup }) =>
    call(api.change, { params: { ...params, id }, body: patch }),
  failure: 'states.not_updated',
})

export const useMarkDefault = ({ slug, project_id }: ProjectRef) =>
  useOptimisticMutation({
    query: statesIn({ slug, project_id }),
    send: (id: string) => call(api.markDefault, { params: { slug, project_id, id } }),
    apply: (states: State[], id) => states.map((state) => ({ ...state, default: state.id === id })),
    line: () => `default state of ${project_id}`,
    failure: 'states.not_updated',
  })

export const useRemoveState = removing(stateCollection, {
  send: (params, id) => call(api.remove, { params: { ...params, id } }),
  failure: 'states.not_deleted',
})

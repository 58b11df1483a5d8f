import {
  statesApi as api,
  applyStateEvent,
  inStateOrder,
  type NewState,
  type State,
  type StateGroup,
  type StatePatch,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { statesIn } from '#entities/state/hooks.ts'

export const useCreateState = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: (body: NewState) => call(api.create, { params: { slug, project_id }, body }),
    onSuccess: (state) =>
      queryLayers.happen<State[]>(statesIn(slug, project_id).queryKey, (states) =>
        applyStateEvent(states, { type: 'state.saved', state }),
      ),
  })

interface StateChange {
  id: string
  patch: StatePatch & { group?: StateGroup }
}

const withPatch = (states: State[], { id, patch }: StateChange) =>
  inStateOrder(states.map((state) => (state.id === id ? { ...state, ...patch } : state)))

export const useChangeState = (slug: string, project_id: string) =>
  useOptimisticMutation({
    query: statesIn(slug, project_id),
    send: ({ id, patch }: StateChange) =>
      call(api.change, { params: { slug, project_id, id }, body: patch }),
    apply: withPatch,
    settle: (states: State[], state) => applyStateEvent(states, { type: 'state.saved', state }),
    line: ({ id }) => id,
    failure: 'states.not_updated',
  })

export const useMarkDefault = (slug: string, project_id: string) =>
  useOptimisticMutation({
    query: statesIn(slug, project_id),
    send: (id: string) => call(api.markDefault, { params: { slug, project_id, id } }),
    apply: (states: State[], id) => states.map((state) => ({ ...state, default: state.id === id })),
    line: () => `default state of ${project_id}`,
    failure: 'states.not_updated',
  })

export const useRemoveState = (slug: string, project_id: string) =>
  useMutation({
    mutationFn: (id: string) => call(api.remove, { params: { slug, project_id, id } }),
    onSuccess: (_, id) =>
      queryLayers.happen<State[]>(statesIn(slug, project_id).queryKey, (states) =>
        applyStateEvent(states, { type: 'state.removed', id, project_id }),
      ),
  })

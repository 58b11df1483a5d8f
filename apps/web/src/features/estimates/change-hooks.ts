import {
  estimatesApi as api,
  type Estimate,
  type EstimatePoint,
  type EstimateType,
  type NewEstimate,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import { creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import type { ProjectRef } from '#data/live-collection.ts'
import { newId } from '#data/new-id.ts'
import { type Then, useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { estimateCollection, estimatesIn } from '#entities/estimate/estimate-list.ts'
import type { WrittenValue } from './value-form.tsx'

/** A new system as the wizard sends it, complete with the ids of its values. */
export interface NewSystem extends NewEstimate {
  estimate: { name: string; type: EstimateType; last_used: boolean }
  estimate_points: (WrittenValue & { id: string; key: number })[]
}

/** The fields a row has before the server has stored it. */
function unsavedRow({ slug, project_id }: ProjectRef) {
  const now = new Date().toISOString()
  return {
    ...{ project: project_id, workspace: workspaceIdOf(slug), created_by: myId() },
    ...{ created_at: now, updated_at: now, updated_by: null, deleted_at: null },
  }
}

export const useCreateEstimate = creating(estimateCollection, {
  send: (params, body: NewSystem) => call(api.create, { params, body }),
  draft: (place, { id, estimate, estimate_points }): Estimate => ({
    ...{ ...unsavedRow(place), id, ...estimate, description: '' },
    points: estimate_points.map((point) => ({ ...unsavedRow(place), estimate: id, ...point })),
  }),
  failure: 'estimates.error_creating',
})

export const useRemoveEstimate = removing(estimateCollection, {
  send: (params, id) => call(api.remove, { params: { ...params, id } }),
  failure: 'estimates.error_deleting',
})

const withPoints =
  (id: string, change: (points: EstimatePoint[]) => EstimatePoint[]) => (estimates: Estimate[]) =>
    estimates.map((estimate) =>
      estimate.id === id
        ? { ...estimate, points: change(estimate.points).toSorted((a, b) => a.key - b.key) }
        : estimate,
    )

/** Actions on the values of a system; each is saved at once. */
export function usePointActions(
  { slug, project_id }: ProjectRef,
  { id, points: all }: Pick<Estimate, 'id' | 'points'>,
) {
  const query = estimatesIn(slug, project_id)
  const params = { slug, project_id, id }
  const line = () => `estimate ${id}`
  const failure = 'estimates.not_modified'

  const change = useOptimisticMutation({
    query,
    send: ({ point_id, ...body }: WrittenValue & { point_id: string }) =>
      call(api.changePoint, { params: { ...params, point_id }, body }),
    apply: (estimates, { point_id, ...written }) =>
      withPoints(id, (points) =>
        points.map((point) => (point.id === point_id ? { ...point, ...written } : point)),
      )(estimates),
    line,
    failure,
  })

  const adding = useOptimisticMutation({
    query,
    send: (point: WrittenValue & { id: string; key: number }) =>
      call(api.addPoint, { params, body: point }),
    apply: (estimates, point) => {
      const shown = { ...unsavedRow({ slug, project_id }), estimate: id, ...point }
      return withPoints(id, (points) =>
        points.some((one) => one.id === point.id) ? points : [...points, shown],
      )(estimates)
    },
    settle: (estimates, made) =>
      withPoints(id, (points) => [...points.filter((point) => point.id !== made.id), made])(
        estimates,
      ),
    creates: (point) => point.id,
    line,
    failure,
  })
  const add = {
    mutate: (written: WrittenValue & { key: number }, then: Then<EstimatePoint>) =>
      adding.mutate({ id: newId(), ...written }, then),
  }

  const remove = useOptimisticMutation({
    query,
    send: ({ point_id, heir }: { point_id: string; heir: string | null }) =>
      call(api.removePoint, {
        params: { ...params, point_id },
        body: { new_estimate_id: heir },
      }),
    apply: (estimates, { point_id }) =>
      withPoints(id, (points) => {
        const gone = points.find((point) => point.id === point_id)
        if (!gone) return points
        return points
          .filter((point) => point !== gone)
          .map((point) => (point.key > gone.key ? { ...point, key: point.key - 1 } : point))
      })(estimates),
    line,
    failure,
  })

  const arrange = useOptimisticMutation({
    query,
    send: (ids: readonly string[]) =>
      call(api.change, {
        params,
        body: { estimate_points: ids.map((point, index) => ({ id: point, key: index + 1 })) },
      }),
    apply: (estimates, ids) =>
      withPoints(id, (points) =>
        points.map((point) => ({ ...point, key: ids.indexOf(point.id) + 1 || point.key })),
      )(estimates),
    line,
    failure,
  })

  const describe = useOptimisticMutation({
    query,
    send: (description: string) =>
      call(api.change, {
        params,
        body: {
          estimate: { description },
          estimate_points: all.map((point) => ({ id: point.id })),
        },
      }),
    apply: (estimates, description) =>
      estimates.map((estimate) => (estimate.id === id ? { ...estimate, description } : estimate)),
    line,
    failure,
  })

  return { change, add, remove, arrange, describe }
}

import {
  estimatesApi as api,
  applyEstimateEvent,
  type Estimate,
  type EstimatePoint,
  type NewEstimate,
} from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { estimatesIn } from '#entities/estimate/estimate-list.ts'
import type { WrittenValue } from './value-form.tsx'

interface ProjectRef {
  slug: string
  project_id: string
}

const note = ({ slug, project_id }: ProjectRef, estimate: Estimate) =>
  queryLayers.happen<Estimate[]>(estimatesIn(slug, project_id).queryKey, (estimates) =>
    applyEstimateEvent(estimates, { type: 'estimate.saved', estimate }),
  )

export const useCreateEstimate = (place: ProjectRef) =>
  useMutation({
    mutationFn: (body: NewEstimate) => call(api.create, { params: place, body }),
    onSuccess: (estimate) => note(place, estimate),
  })

export const useRemoveEstimate = (place: ProjectRef) =>
  useMutation({
    mutationFn: (id: string) => call(api.remove, { params: { ...place, id } }),
    onSuccess: (_, id) => {
      const { slug, project_id } = place
      queryLayers.happen<Estimate[]>(estimatesIn(slug, project_id).queryKey, (estimates) =>
        applyEstimateEvent(estimates, { type: 'estimate.removed', id, project_id }),
      )
    },
  })

const withPoints =
  (id: string, change: (points: EstimatePoint[]) => EstimatePoint[]) => (estimates: Estimate[]) =>
    estimates.map((estimate) =>
      estimate.id === id
        ? { ...estimate, points: change(estimate.points).toSorted((a, b) => a.key - b.key) }
        : estimate,
    )

/** What is done to the values of a system; each is saved at once. */
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

  const add = useOptimisticMutation({
    query,
    send: (body: WrittenValue & { key: number }) => call(api.addPoint, { params, body }),
    // It is there with the answer, which gives it its id.
    apply: (estimates) => estimates,
    settle: (estimates, made) =>
      withPoints(id, (points) => [...points.filter((point) => point.id !== made.id), made])(
        estimates,
      ),
    line,
    failure,
  })

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

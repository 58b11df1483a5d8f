import { statesApi as api, applyStateEvent, type State } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { liveCollection, type ProjectRef } from '#data/live-collection.ts'
import { inOrder } from './state-order.ts'

export const statesIn = ({ slug, project_id }: ProjectRef) =>
  queryOptions({
    queryKey: ['states', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

/** States of all the user's projects. */
export const statesOfWorkspace = (slug: string) =>
  queryOptions({
    queryKey: ['states', slug] as const,
    queryFn: () => call(api.listOfWorkspace, { params: { slug } }),
  })

export const stateCollection = liveCollection({
  query: statesIn,
  // The live socket carries events of all the user's projects.
  event: (states: State[], event, { project_id }) => {
    const of = event.type === 'state.saved' ? event.state.project_id : event.project_id
    return of === project_id ? applyStateEvent(states, event) : states
  },
  saved: (state) => ({ type: 'state.saved', state }),
  removed: (id, { project_id }) => ({ type: 'state.removed', id, project_id }),
})

export function useStates(slug: string, project_id: string): State[] | undefined {
  stateCollection.useEvents({ slug, project_id })
  const { data } = useQuery({ ...statesIn({ slug, project_id }), enabled: project_id !== '' })
  return useMemo(() => data && inOrder(data), [data])
}

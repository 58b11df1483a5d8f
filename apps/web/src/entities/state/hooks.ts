import { statesApi as api, applyStateEvent, type State } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { inOrder } from './state-order.ts'

export const statesIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['states', slug, project_id] as const,
    queryFn: () => call(api.list, { params: { slug, project_id } }),
  })

export function useStates(slug: string, project_id: string): State[] | undefined {
  // The socket tells of every project one is in.
  useLiveUpdates(statesIn(slug, project_id), (states, event) => {
    const of = event.type === 'state.saved' ? event.state.project_id : event.project_id
    return of === project_id ? applyStateEvent(states, event) : states
  })
  const { data } = useQuery({ ...statesIn(slug, project_id), enabled: project_id !== '' })
  return useMemo(() => data && inOrder(data), [data])
}

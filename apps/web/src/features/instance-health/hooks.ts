import { healthApi as api } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'

const REFRESH_MS = 10_000

const health = queryOptions({
  queryKey: ['instance-health'],
  queryFn: () => call(api.read),
  staleTime: 0,
  // Figures change without an event to the browser.
  refetchInterval: REFRESH_MS,
})

export const useHealth = () => useQuery(health)

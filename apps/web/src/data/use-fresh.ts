import { hashKey, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from './query-client.ts'
import type { MaybeStale } from './stale-marks.ts'

/** Refetches data that events marked as stale. */
export function useFresh(data: MaybeStale | undefined, ...queryKeys: readonly QueryKey[]) {
  const staleMarks = data?.staleMarks
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the keys
  useEffect(() => {
    if (!staleMarks) return
    for (const queryKey of queryKeys) {
      void queryClient.invalidateQueries({ queryKey, exact: true })
    }
  }, [staleMarks, hashKey(queryKeys)])
}

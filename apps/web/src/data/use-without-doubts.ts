import { hashKey, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Doubtful } from './doubts.ts'
import { queryClient } from './query-client.ts'

/** Reads again what events cast doubt on. */
export function useWithoutDoubts(data: Doubtful | undefined, ...queryKeys: readonly QueryKey[]) {
  const doubts = data?.doubts
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the keys
  useEffect(() => {
    if (!doubts) return
    for (const queryKey of queryKeys) {
      void queryClient.invalidateQueries({ queryKey, exact: true })
    }
  }, [doubts, hashKey(queryKeys)])
}

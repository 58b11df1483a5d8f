import type { LiveEvent } from '@cairn/contract'
import { hashKey, type QueryKey } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { listenLive } from './live-listeners.ts'
import { queryClient } from './query-client.ts'

const BURST_MS = 400

/**
 * For what only the server can count or collect: these queries are read again after an event that
 * concerns them, once for a burst of events, and after a gap in the stream.
 */
export function useReadAgain(
  queryKeys: readonly QueryKey[],
  concerns: (event: LiveEvent) => boolean,
) {
  const latest = useRef(concerns)
  useLayoutEffect(() => {
    latest.current = concerns
  })
  const hash = hashKey(queryKeys)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the keys
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function readAgain() {
      timer = undefined
      for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey })
    }
    const stop = listenLive({
      onEvent: (event) => {
        if (latest.current(event)) timer ??= setTimeout(readAgain, BURST_MS)
      },
      onGap: readAgain,
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [hash])
}

import type { LiveEvent } from '@cairn/contract'
import { hashKey, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listenLive } from '#data/live.ts'
import { queryClient } from '#data/query-client.ts'

const SOON = 400

/** The project whose items, or what they are counted by, an event tells of. */
function projectOf(event: LiveEvent): string | undefined {
  if (event.type === 'work_item.saved') return event.work_item.project_id
  if (event.type === 'work_item.removed') return event.project_id
  if (event.type === 'work_item.many_saved') return event.project_id
  if (event.type === 'state.saved') return event.state.project_id
  if (event.type === 'cycle.saved') return event.cycle.project_id
  return event.type === 'estimate.saved' ? event.estimate.project : undefined
}

/**
 * Numbers are counted by the server: where items of the project change, these queries are read again,
 * once for a burst of events. Without a project, where those of any do.
 */
export function useFollowItems(project_id: string | undefined, queryKeys: readonly QueryKey[]) {
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
        const of = projectOf(event)
        if (of === undefined || (project_id !== undefined && of !== project_id)) return
        timer ??= setTimeout(readAgain, SOON)
      },
      onGap: readAgain,
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [project_id, hash])
}

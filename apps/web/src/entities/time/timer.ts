import { timeApi as api, type Timer } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#data/api.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'

interface Running {
  timer: Timer | null
}

const ownTimer = queryOptions({
  queryKey: ['timers'] as const,
  queryFn: ({ signal }): Promise<Running> => call(api.timer, { signal }),
})

/** The timer the user runs, in whichever browser it was started; undefined until it is known. */
export function useTimer(): Timer | null | undefined {
  useLiveUpdates(ownTimer, (_, { timer }) => ({ timer }))
  return useQuery(ownTimer).data?.timer
}

/** Shown at once; the server's clock counts. */
export const useStartTimer = () =>
  useOptimisticMutation({
    query: ownTimer,
    send: ({ workspace_slug: slug, item: { id, project_id } }: Timer) =>
      call(api.startTimer, { params: { slug, project_id, id } }),
    apply: (_: Running, timer) => ({ timer }),
    settle: (_, { timer }) => ({ timer }),
    line: () => 'timer',
    failure: 'time.not_started',
  })

export const useStopTimer = () =>
  useOptimisticMutation({
    query: ownTimer,
    send: (_timer: Timer) => call(api.stopTimer),
    apply: () => ({ timer: null }) as Running,
    line: () => 'timer',
    failure: 'time.not_stopped',
  })

export const useDiscardTimer = () =>
  useOptimisticMutation({
    query: ownTimer,
    send: (_timer: Timer) => call(api.discardTimer),
    apply: () => ({ timer: null }) as Running,
    line: () => 'timer',
    failure: 'time.not_discarded',
  })

const secondsSince = (at: string) => Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 1000))

/** Seconds since a moment, counted on while it is shown. */
export function useSecondsSince(at: string): number {
  const [, tick] = useState(0)
  useEffect(() => {
    const interval = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(interval)
  }, [])
  return secondsSince(at)
}

/** "0:24:16" */
export function clockText(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

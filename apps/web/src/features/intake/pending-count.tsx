import { intakesApi as api } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { groupedNumber } from '#ui/number.ts'

interface Waiting {
  count: number
  /** So many times something happened that may have changed it. */
  doubts?: number
}

const waitingIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['intake-items', slug, 'waiting', project_id] as const,
    queryFn: async ({ signal }): Promise<Waiting> => {
      const intake = await call(api.first, { params: { slug, project_id }, signal })
      return { count: intake.pending_issue_count }
    },
  })

/** How many wait for a decision. Nothing at zero. */
export default function PendingCount({ slug, projectId }: { slug: string; projectId: string }) {
  const options = waitingIn(slug, projectId)
  useLiveUpdates(options, (waiting, event) => {
    const project_id =
      event.type === 'intake_item.removed' ? event.project_id : event.intake_item.issue.project_id
    return project_id === projectId ? { ...waiting, doubts: (waiting.doubts ?? 0) + 1 } : waiting
  })
  const { data } = useQuery(options)
  const doubts = data?.doubts

  // biome-ignore lint/correctness/useExhaustiveDependencies: the doubts are of this project
  useEffect(() => {
    if (doubts) void queryClient.invalidateQueries({ queryKey: options.queryKey, exact: true })
  }, [doubts])

  return data?.count ? groupedNumber(data.count) : null
}

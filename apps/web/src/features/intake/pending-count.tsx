import { intakesApi as api } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { type MaybeStale, markedStale } from '#data/stale-marks.ts'
import { useFresh } from '#data/use-fresh.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { groupedNumber } from '#ui/platform/number.ts'

interface Waiting extends MaybeStale {
  count: number
}

const waitingIn = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['intake-items', slug, 'waiting', project_id] as const,
    queryFn: async ({ signal }): Promise<Waiting> => {
      const intake = await call(api.first, { params: { slug, project_id }, signal })
      return { count: intake.pending_issue_count }
    },
  })

/** The number of pending items. Hidden at zero. */
export default function PendingCount({ slug, projectId }: { slug: string; projectId: string }) {
  const options = waitingIn(slug, projectId)
  useLiveUpdates(options, (waiting, event) => {
    const project_id =
      event.type === 'intake_item.removed' ? event.project_id : event.intake_item.issue.project_id
    return project_id === projectId ? markedStale(waiting) : waiting
  })
  const { data } = useQuery(options)
  useFresh(data, options.queryKey)

  return data?.count ? groupedNumber(data.count) : null
}

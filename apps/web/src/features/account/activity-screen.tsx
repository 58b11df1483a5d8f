import { ownActivitiesApi as api, type OwnActivity } from '@cairn/contract'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  Archive,
  Boxes,
  CalendarCheck,
  CalendarClock,
  CircleDot,
  Inbox,
  IterationCw,
  Link as LinkIcon,
  ListTree,
  type LucideIcon,
  MessageSquare,
  PanelTop,
  Paperclip,
  Pencil,
  Signal,
  SquareCheck,
  Tag,
  Triangle,
  Users,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '#data/api.ts'
import { usePageTitle } from '#features/shell/use-page-title.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SettingsPage } from '#ui/form-layout.tsx'
import { Icon } from '#ui/icon.tsx'
import { Identifier } from '#ui/identifier.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx'
import { subjectOf, wordsOf } from './activity-words.ts'

const PAGE = '100'

const ownActivities = infiniteQueryOptions({
  queryKey: ['own-activities'],
  queryFn: ({ pageParam, signal }) =>
    call(api.list, { query: { per_page: PAGE, cursor: pageParam }, signal }),
  initialPageParam: `${PAGE}:0:0`,
  getNextPageParam: (page) => (page.next_page_results ? page.next_cursor : undefined),
  // Every change one makes adds to it.
  staleTime: 0,
})

const icons: Partial<Record<string, LucideIcon>> = {
  archive: Archive,
  assignee: Users,
  attachment: Paperclip,
  comment: MessageSquare,
  cycle: IterationCw,
  estimate: Triangle,
  intake: Inbox,
  item: SquareCheck,
  label: Tag,
  link: LinkIcon,
  module: Boxes,
  parent: PanelTop,
  priority: Signal,
  relation: ListTree,
  start_date: CalendarClock,
  state: CircleDot,
  target_date: CalendarCheck,
}

export function ActivityScreen() {
  const { t } = useTranslation()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...ownActivities,
    throwOnError: true,
  })
  const activities = data?.pages.flatMap(({ results }) => results)
  usePageTitle(t('account.activity.page_title'))

  return (
    <SettingsPage title={t('account.activity.title')} description={t('account.activity.text')}>
      {activities === undefined && <ActivitySkeleton />}
      {activities?.length === 0 && (
        <div className="pt-16">
          <EmptyState title={t('account.activity.none')}>
            {t('account.activity.none_text')}
          </EmptyState>
        </div>
      )}
      {activities && activities.length > 0 && (
        <ol aria-label={t('account.activity.title')} className="mt-6">
          {activities.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t(isFetchingNextPage ? 'account.activity.loading' : 'account.activity.more')}
        </Button>
      )}
    </SettingsPage>
  )
}

function ActivityRow({ activity }: { activity: OwnActivity }) {
  const { t } = useTranslation()
  const { key, values } = wordsOf(activity)
  const { issue_detail: item, project_detail: project, workspace_detail: workspace } = activity
  return (
    <li className="group flex gap-3">
      <span className="flex flex-col items-center">
        <span className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-surface text-ink-3">
          <Icon of={icons[subjectOf(activity.field)] ?? Pencil} size={12} />
        </span>
        <span className="w-px grow bg-line group-last:hidden" />
      </span>
      <div className="min-w-0 grow pb-4">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-ink-2">
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium text-ink">{t('account.activity.you')}</span>{' '}
            {t(`activity.${key}`, values)}
          </span>
          <span className="text-small text-ink-3">
            <RelativeTime at={activity.created_at} />
          </span>
        </p>
        <p className="flex min-w-0 items-center gap-2 text-small text-ink-3">
          {item && (
            <>
              <Identifier value={`${project.identifier}-${item.sequence_id}`} />
              <span className="truncate text-ink-2">{item.name}</span>
              <span aria-hidden>·</span>
            </>
          )}
          <Link
            to="/$slug/projects/$projectId/issues/"
            params={{ slug: workspace.slug, projectId: project.id }}
            className="link shrink-0"
          >
            {project.name}
          </Link>
        </p>
      </div>
    </li>
  )
}

function ActivitySkeleton() {
  return (
    <SkeletonGroup>
      <div className="mt-6 flex flex-col gap-6">
        {[260, 320, 220, 300, 240].map((width) => (
          <div key={width} className="flex items-center gap-3">
            <Skeleton width={24} height={24} />
            <Skeleton width={width} className="max-w-full" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}

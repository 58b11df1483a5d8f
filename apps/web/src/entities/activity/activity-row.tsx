import { lookup, type OwnActivity } from '@cairn/contract'
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
  Timer,
  Triangle,
  Users,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { Link } from '#ui/router/link.tsx'
import { subjectOf, wordsOf } from './activity-words.ts'

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
  time: Timer,
}

interface ActivityRowProps {
  activity: OwnActivity
  /** The author. */
  who: ReactNode
  /** Opens the item in the side panel. */
  peeks?: boolean
}

/** An activity with its item and project. */
export function ActivityRow({ activity, who, peeks = false }: ActivityRowProps) {
  const { t } = useTranslation()
  const { key, values } = wordsOf(activity)
  const { issue_detail: item, project_detail: project, workspace_detail: workspace } = activity
  const itemKey = `${project.identifier}-${item?.sequence_id}`
  return (
    <li className="group flex gap-3">
      <span className="flex flex-col items-center">
        <span className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-surface text-ink-3">
          <Icon of={lookup(icons, subjectOf(activity.field)) ?? Pencil} size={12} />
        </span>
        <span className="w-px grow bg-line group-last:hidden" />
      </span>
      <div className="min-w-0 grow pb-4">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-ink-2">
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium text-ink">{who}</span>{' '}
            {t(`activity.${key}` as TextKey, { ...values, item: itemKey })}
          </span>
          <span className="text-small text-ink-3">
            <RelativeTime at={activity.created_at} />
          </span>
        </p>
        <p className="flex min-w-0 items-center gap-2 text-small text-ink-3">
          {item && (
            <>
              <Identifier value={itemKey} />
              {peeks ? (
                <ItemLink slug={workspace.slug} itemKey={itemKey} className="link truncate">
                  {item.name}
                </ItemLink>
              ) : (
                <span className="truncate text-ink-2">{item.name}</span>
              )}
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

export function ActivitySkeleton() {
  return (
    <SkeletonGroup>
      <div className="flex flex-col gap-6">
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

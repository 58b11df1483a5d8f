import { type IntakeItem, intakeSources, type Project } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useLabels } from '#entities/label/hooks.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { longDate, shortDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Dot, Tag } from '#ui/people/badge.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { Tab } from './intake-view.ts'
import { StatusTag } from './status-tag.tsx'

interface IntakeRowProps {
  slug: string
  project: Project
  item: IntakeItem
  tab: Tab
  selected: boolean
}

const MAX_LABELS = 3

export function IntakeRow({ slug, project, item, tab, selected }: IntakeRowProps) {
  const { t } = useTranslation()
  const { issue } = item
  const labels = useLabels(slug, project.id)
  const author = usePeople(slug).get(issue.created_by ?? '')
  const shown = issue.label_ids.flatMap((id) => labels.get(id) ?? [])
  const day = dayOfMoment(issue.created_at)
  const source = intakeSources.find((known) => known === item.source)
  const search = { currentTab: tab, inboxIssueId: issue.id }
  return (
    <Link
      to="/$slug/projects/$projectId/intake/"
      params={{ slug, projectId: project.id }}
      search={search}
      data-intake-item={issue.id}
      aria-current={selected ? 'page' : undefined}
      className={classNames(
        'focus-inset block border-b border-line-subtle px-4 py-2.5',
        selected
          ? 'bg-selected shadow-[inset_2px_0_0_var(--accent)] hover:bg-selected-hover'
          : 'hover:bg-hover',
      )}
    >
      <span className="flex h-5 items-center gap-2 text-small text-ink-3">
        <Identifier value={keyOf(project, issue)} />
        <span className="ml-auto flex items-center gap-1.5">
          {source !== 'IN_APP' && (
            <Tag>
              <span className="max-w-32 truncate">
                {source ? t(`intake.source.${source}`) : item.source}
              </span>
            </Tag>
          )}
          <StatusTag item={item} quiet />
        </span>
      </span>
      <span className="mt-0.5 block truncate font-medium max-md:line-clamp-2 max-md:text-[15px] max-md:whitespace-normal">
        {issue.name}
      </span>
      <span className="mt-1 flex h-5 min-w-0 items-center gap-2 text-small text-ink-2">
        <Tooltip label={t('intake.created_on', { date: longDate(day) })}>
          <span className="shrink-0 tabular-nums">{shortDate(day)}</span>
        </Tooltip>
        <Tooltip label={t(`pickers.priorities.${issue.priority}`)}>
          <span className="flex shrink-0">
            <PriorityIcon
              priority={issue.priority}
              label={t(`pickers.priorities.${issue.priority}`)}
            />
          </span>
        </Tooltip>
        {shown.length > MAX_LABELS ? (
          <span className="truncate">{t('intake.label_count', { count: shown.length })}</span>
        ) : (
          shown.map(({ id, name, color }) => (
            <span key={id} className="flex min-w-0 items-center gap-1">
              <Dot colour={color} />
              <span className="truncate">{name}</span>
            </span>
          ))
        )}
        <span className="ml-auto flex shrink-0">
          {author && <Avatar person={author} size={20} />}
        </span>
      </span>
    </Link>
  )
}

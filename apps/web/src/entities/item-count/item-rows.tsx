import type { WorkItem } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { isLate } from '#entities/work-item/due.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { shortDate } from '#ui/dates/day.ts'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Identifier } from '#ui/people/identifier.tsx'

interface ItemRowsProps {
  slug: string
  label: string
  items: readonly WorkItem[]
}

/** A few items, one line each; they open in the side panel. */
export function ItemRows({ slug, label, items }: ItemRowsProps) {
  const { t } = useTranslation()
  const projects = useAllProjects(slug)
  const people = usePeople(slug)
  return (
    <ul aria-label={label} className="-mx-4 border-t border-line-subtle">
      {items.map((item) => {
        const project = projects?.find(({ id }) => id === item.project_id)
        const { state__group: group, priority, target_date } = item
        const key = project && keyOf(project, item)
        const faces = item.assignee_ids.flatMap((id) => people.get(id) ?? [])
        return (
          <li key={item.id} className="border-b border-line-subtle">
            <ItemLink
              slug={slug}
              itemKey={key ?? ''}
              className="flex h-9 items-center gap-2 px-4 hover:bg-hover max-md:h-11"
            >
              {group !== 'triage' && <StateIcon group={group} label={t(`states.group.${group}`)} />}
              {key && (
                <span className="w-20 shrink-0 truncate text-ink-2 max-md:hidden">
                  <Identifier value={key} />
                </span>
              )}
              <span className="min-w-0 grow truncate">{item.name}</span>
              <PriorityIcon priority={priority} label={t(`pickers.priorities.${priority}`)} />
              {target_date && (
                <span
                  className={`shrink-0 text-small tabular-nums ${isLate(item) ? 'text-danger-ink' : 'text-ink-2'}`}
                >
                  {shortDate(target_date)}
                </span>
              )}
              {faces.length > 0 && <AvatarGroup people={faces} />}
            </ItemLink>
          </li>
        )
      })}
    </ul>
  )
}

import type { WorkItem } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { barGroups, GroupBar } from '#entities/progress/group-bar.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { countedByGroup } from './sub-item-view.ts'

const groups = [...barGroups, 'cancelled'] as const

/** How far an epic is: its work items by the group of their state. */
export function EpicProgress({ items }: { items: readonly WorkItem[] }) {
  const { t } = useTranslation()
  const { numbers, count } = countedByGroup(items)
  return (
    <div className="my-2 grid gap-2">
      <GroupBar numbers={numbers} />
      <ul
        aria-label={t('progress.title')}
        className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2"
      >
        {groups.map((group) => (
          <li key={group} className="flex items-center gap-1.5">
            <StateIcon group={group} />
            {t(`progress.groups.${group}`)}
            <span className="text-ink-3 tabular-nums">{count(group)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

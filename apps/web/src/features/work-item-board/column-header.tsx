import { Maximize2, Minimize2, TriangleAlert } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { AddToGroup } from '#entities/work-item-list/add-to-group.tsx'
import type { ShownGroup } from '#entities/work-item-list/shown-groups.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'

interface ColumnHeaderProps {
  group: ShownGroup
  /** Undefined if columns cannot be collapsed, and off screen; likewise the next. */
  onFold?: ((group: string) => void) | undefined
  onCreate: ((group: ShownGroup) => void) | undefined
  onAddExisting: (() => void) | undefined
}

export function ColumnHeader({ group, onFold, onCreate, onAddExisting }: ColumnHeaderProps) {
  const { t } = useTranslation()
  const { id, icon, title, payload } = group
  return (
    <div className="group/head flex h-9 min-w-0 shrink-0 items-center gap-2 pr-1 pl-2">
      <Icon of={icon} className="text-ink-3" />
      <h2 className="truncate font-medium">{title}</h2>
      <ColumnTotal group={group} />
      {(onFold || onCreate) && (
        <span className="ml-auto flex shrink-0 items-center">
          {onFold && (
            <IconButton
              size="sm"
              icon={Minimize2}
              iconSize={14}
              label={t('board.fold', { group: title })}
              aria-expanded
              onClick={() => onFold(id)}
              className="until-hover group-focus-within/head:opacity-100 group-hover/head:opacity-100 aria-expanded:bg-transparent aria-expanded:hover:bg-hover"
            />
          )}
          {onCreate && payload && (
            <AddToGroup
              name={title}
              onCreate={() => onCreate(group)}
              onAddExisting={onAddExisting}
            />
          )}
        </span>
      )}
    </div>
  )
}

/** "11", with a limit "11 / 12"; a warning if there are more. */
function ColumnTotal({ group: { total, limit } }: { group: ShownGroup }) {
  const { t } = useTranslation()
  if (total === undefined) return null
  const number = groupedNumber(total)
  if (!limit) return <span className="text-ink-3 tabular-nums">{number}</span>
  const text = t('board.of_limit', { total: number, limit: groupedNumber(limit) })
  if (total <= limit) return <span className="text-ink-3 tabular-nums">{text}</span>
  const why = t('board.over_limit', { count: total - limit })
  return (
    <Tooltip label={why}>
      <span className="shrink-0 tabular-nums">
        <Tag tone="warning">
          <Icon of={TriangleAlert} size={12} />
          {text}
          <span className="sr-only">{why}</span>
        </Tag>
      </span>
    </Tooltip>
  )
}

interface FoldedColumnProps {
  group: ShownGroup
  cell: string
  over: boolean
  onFold: (group: string) => void
}

/** A collapsed column: a strip with its vertical name. Cards can still be dropped on it. */
export function FoldedColumn({ group, cell, over, onFold }: FoldedColumnProps) {
  const { t } = useTranslation()
  const { id, icon, title } = group
  return (
    <section aria-label={title} data-cell={cell} className="flex w-11 flex-none flex-col pb-3">
      <button
        type="button"
        aria-expanded={false}
        onClick={() => onFold(id)}
        className={classNames(
          'focus-inset mt-1 flex grow flex-col items-center gap-2 overflow-hidden rounded-lg py-2.5 hover:bg-hover',
          over ? 'bg-accent-subtle outline-[1.5px] -outline-offset-1 outline-accent' : 'bg-sunken',
        )}
      >
        <Icon of={Maximize2} size={14} className="text-ink-3" />
        <span className="sr-only">{t('board.unfold')}</span>
        <Icon of={icon} className="mt-1 text-ink-3" />
        <span className="max-h-100 truncate font-medium [writing-mode:vertical-lr]">{title}</span>
        <span className="[writing-mode:vertical-lr]">
          <ColumnTotal group={group} />
        </span>
      </button>
    </section>
  )
}

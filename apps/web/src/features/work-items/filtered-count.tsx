import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { type ListParams, toParams } from '#entities/work-item-list/list-params.ts'
import type { ListSettings } from '#entities/work-item-list/list-settings.ts'
import { useFeatures } from '#entities/work-item-list/use-features.ts'
import { useWorkItemList } from '#entities/work-item-list/use-work-item-list.ts'
import { Button } from '#ui/controls/button.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Count } from '#ui/people/badge.tsx'
import { groupedNumber } from '#ui/platform/number.ts'

interface FilteredProps {
  context: ListContext
  settings: ListSettings
  /** Number of items that match. */
  shown: number
}

/** The total without filters: reads one row of that list, whose total is updated like any other. */
function useHidden({ context, settings, shown }: FilteredProps) {
  const { group_by, sub_group_by, ...flat }: ListParams = toParams(
    context,
    { ...settings, filters: {} },
    useFeatures(context),
  )
  const { data } = useWorkItemList(context, { ...flat, per_page: '1' }, 'count')
  const total = data?.total
  return { total, hidden: total === undefined ? 0 : Math.max(0, total - shown) }
}

/** In the header of a filtered list: "13 of 125". */
export function FilteredCount(props: FilteredProps) {
  const { t } = useTranslation()
  const { shown } = props
  const { total, hidden } = useHidden(props)
  if (!total || hidden === 0) return <Count value={shown} />
  const text = t('list_settings.shown_of', {
    count: shown,
    total: groupedNumber(total),
  })
  return (
    <Tooltip label={t('work_items.hidden_by_filters', { hidden: groupedNumber(hidden) })}>
      <span className="inline-flex">
        <Count value={shown} text={text} />
      </span>
    </Tooltip>
  )
}

interface HiddenItemsProps extends FilteredProps {
  /** Undefined where filters are read-only. */
  onClear: (() => void) | undefined
}

/** Below the last row of a filtered list: "112 hidden by filters". */
export function HiddenItems({ onClear, ...props }: HiddenItemsProps): ReactNode {
  const { t } = useTranslation()
  const { hidden } = useHidden(props)
  if (hidden === 0) return null
  return (
    <p className="flex items-center justify-center gap-1 py-3 text-small text-ink-3">
      {t('work_items.hidden_by_filters', { hidden: groupedNumber(hidden) })}
      {onClear && (
        <Button size="sm" variant="ghost" onClick={onClear}>
          {t('work_items.show_hidden')}
        </Button>
      )}
    </p>
  )
}

import { useTranslation } from '#data/i18n.ts'
import { extentOf } from '#entities/work-item-list/selection.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { classNames } from '#ui/theme/class-names.ts'

interface SidebarHeadProps {
  width: number
  /** Selectable ids; undefined if nothing can be selected. */
  order: readonly string[] | undefined
  chosen: ReadonlySet<string>
  onToggle: () => void
}

/** Over the names of the rows. */
export function SidebarHead({ width, order, chosen, onToggle }: SidebarHeadProps) {
  const { t } = useTranslation()
  const extent = extentOf(order ?? [], chosen)
  return (
    <div
      className={classNames(
        'sticky left-0 z-1 flex shrink-0 items-end gap-2 border-r border-line bg-surface pr-4 pb-1.75 text-small font-medium text-ink-2',
        order ? 'pl-3' : 'pl-4',
      )}
      style={{ width }}
    >
      {order && (
        <Checkbox
          className="mb-0.25"
          checked={extent === 'all'}
          indeterminate={extent === 'some'}
          disabled={order.length === 0}
          aria-label={t('timeline.select_all')}
          onChange={onToggle}
        />
      )}
      <span className="grow truncate">{t('timeline.names')}</span>
      <span className="max-md:hidden">{t('timeline.duration')}</span>
    </div>
  )
}

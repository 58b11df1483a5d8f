import { Plus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { classNames } from '#ui/theme/class-names.ts'

interface DayAdderProps {
  /** "Tuesday, November 17, 2026" */
  date: string
  /** Only an icon beside the number, if the day is full. */
  small: boolean
  onNew: () => void
  /** Undefined if only new items can be added. */
  onExisting: (() => void) | undefined
}

const hidden =
  'until-hover group-hover/day:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100'

/** Menu to add to a day: a new item, or one without a due date. */
export function DayAdder({ date, small, onNew, onExisting }: DayAdderProps) {
  const { t } = useTranslation()
  const label = t('calendar.add_on', { date })
  return (
    <Menu
      trigger={
        small ? (
          <IconButton size="sm" icon={Plus} label={label} className={hidden} />
        ) : (
          <button
            type="button"
            aria-label={label}
            className={classNames(
              'focus-inset flex h-7 w-full items-center gap-1.5 rounded-md bg-hover px-2 text-small font-medium text-ink-2 touch:bg-transparent aria-expanded:bg-pressed',
              hidden,
            )}
          >
            <Icon of={Plus} />
            {t('calendar.add')}
          </button>
        )
      }
      items={[
        { label: t('calendar.add'), onSelect: onNew },
        onExisting && { label: t('calendar.add_existing'), onSelect: onExisting },
      ]}
    />
  )
}

import type { DayNumber } from '@cairn/calendar'
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { type Shown, titleOf } from './days.ts'

const MonthPicker = lazy(() => import('./month-picker.tsx'))

interface CalendarToolbarProps {
  shown: Shown
  today: DayNumber
  /** Number of items due on hidden days. */
  onWeekends: number
  onDay: (day: DayNumber) => void
  onStep: (step: 1 | -1) => void
  onOptions: (options: { layout: Shown['layout']; show_weekends: boolean }) => void
}

const layouts = ['month', 'week'] as const

export function CalendarToolbar(props: CalendarToolbarProps) {
  const { shown, today, onWeekends, onDay, onStep, onOptions } = props
  const { t, i18n } = useTranslation()
  const { layout, weekends } = shown
  const title = titleOf(shown, i18n.language)
  return (
    <div className="flex h-10 shrink-0 items-center gap-1 border-b border-line-subtle pr-3 pl-4 max-md:h-13 max-md:px-2">
      <IconButton
        size="sm"
        icon={ChevronLeft}
        label={t(`calendar.previous_${layout}`)}
        onClick={() => onStep(-1)}
      />
      <IconButton
        size="sm"
        icon={ChevronRight}
        label={t(`calendar.next_${layout}`)}
        onClick={() => onStep(1)}
      />
      {layout === 'week' ? (
        <h2 aria-live="polite" className="px-1.5 text-body font-semibold">
          {title}
        </h2>
      ) : (
        <Popover
          label={t('calendar.choose_month')}
          trigger={
            <button
              type="button"
              className="flex h-7 items-center gap-1 rounded-md px-1.5 text-body font-semibold hover:bg-hover aria-expanded:bg-pressed max-md:h-11"
            >
              <span aria-live="polite">{title}</span>
              <Icon of={ChevronDown} size={14} className="text-ink-3" />
            </button>
          }
        >
          {(close) => (
            <Suspense>
              <MonthPicker
                day={shown.day}
                onChoose={(day) => {
                  onDay(day)
                  close()
                }}
              />
            </Suspense>
          )}
        </Popover>
      )}
      <span className="grow" />
      {onWeekends > 0 && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => onOptions({ layout, show_weekends: true })}
        >
          {t('calendar.on_weekends', { count: onWeekends })}
        </Button>
      )}
      <Button size="sm" onClick={() => onDay(today)}>
        {t('calendar.today')}
      </Button>
      <Menu
        align="end"
        trigger={
          <Button size="sm" variant="ghost" after={<Icon of={ChevronDown} size={14} />}>
            {t('calendar.options')}
          </Button>
        }
        items={[
          ...layouts.map((one) => ({
            label: t(`calendar.layouts.${one}`),
            checked: layout === one,
            onSelect: () => onOptions({ layout: one, show_weekends: weekends }),
          })),
          'line',
          {
            label: t('calendar.show_weekends'),
            checked: weekends,
            onSelect: () => onOptions({ layout, show_weekends: !weekends }),
          },
        ]}
      />
    </div>
  )
}

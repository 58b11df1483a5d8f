import { dashboardDurations, type WidgetFilters } from '@cairn/contract'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { DateRangePicker } from '#ui/dates/date-range-picker.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'

interface DurationMenuProps {
  /** Which widget it limits. */
  of: string
  filters: WidgetFilters
  onChange: (filters: WidgetFilters) => void
}

/** Selects the due dates of a widget. */
export function DurationMenu({ of, filters, onChange }: DurationMenuProps) {
  const { t } = useTranslation()
  const { duration = 'none', custom_dates = [] } = filters
  const [start = null, end = null] = custom_dates
  const name = t(`home.dashboard.durations.${duration}`)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button
            variant="ghost"
            size="sm"
            after={<Icon of={ChevronDown} size={14} />}
            aria-label={t('home.dashboard.duration_of', { of, name })}
          >
            {name}
          </Button>
        }
        items={dashboardDurations.map((one) => ({
          label: t(`home.dashboard.durations.${one}`),
          checked: one === duration,
          onSelect: () => onChange({ ...filters, duration: one }),
        }))}
      />
      {duration === 'custom' && (
        <DateRangePicker
          label={t('home.dashboard.days')}
          align="end"
          value={{ start, end }}
          onChange={(days) =>
            onChange({
              ...filters,
              custom_dates: days.start ? [days.start, days.end ?? days.start] : [],
            })
          }
          trigger={
            <Button variant="ghost" size="sm">
              {start ? rangeText(start, end) : t('home.dashboard.days')}
            </Button>
          }
        />
      )}
    </>
  )
}

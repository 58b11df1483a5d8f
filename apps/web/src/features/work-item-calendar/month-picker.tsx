import { type DayNumber, monthFirst, utcDate } from '@cairn/calendar'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { dayText } from '#ui/dates/day-format.ts'
import { classNames } from '#ui/theme/class-names.ts'

interface MonthPickerProps {
  day: DayNumber
  onChoose: (day: DayNumber) => void
}

export default function MonthPicker({ day, onChoose }: MonthPickerProps) {
  const { t, i18n } = useTranslation()
  const chosen = monthFirst(day)
  const [january, setJanuary] = useState(() => monthFirst(day, -utcDate(day).getUTCMonth()))
  return (
    <div className="w-54">
      <div className="mb-2 flex items-center">
        <IconButton
          size="sm"
          icon={ChevronLeft}
          label={t('calendar.previous_year')}
          onClick={() => setJanuary(monthFirst(january, -12))}
        />
        <span aria-live="polite" className="grow text-center font-medium tabular-nums">
          {utcDate(january).getUTCFullYear()}
        </span>
        <IconButton
          size="sm"
          icon={ChevronRight}
          label={t('calendar.next_year')}
          onClick={() => setJanuary(monthFirst(january, 12))}
        />
      </div>
      <div className="grid grid-cols-4 gap-1">
        {Array.from({ length: 12 }, (_, later) => monthFirst(january, later)).map((month) => (
          <button
            key={month}
            type="button"
            aria-label={dayText(month, 'month', i18n.language)}
            aria-pressed={month === chosen}
            onClick={() => onChoose(month)}
            className={classNames(
              'focus-inset h-8 rounded-md max-md:h-11',
              month === chosen ? 'bg-accent text-on-accent' : 'hover:bg-hover',
            )}
          >
            {dayText(month, 'shortMonth', i18n.language)}
          </button>
        ))}
      </div>
    </div>
  )
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  type ChevronProps,
  type ClassNames,
  DayPicker,
  type DayPickerProps,
} from 'react-day-picker'
import { useTranslation } from '#data/i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { classNames } from '../theme/class-names.ts'

const navButton =
  'grid size-6 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink aria-disabled:text-ink-disabled max-md:size-11'

const looks: Partial<ClassNames> = {
  root: 'relative w-fit select-none',
  months: 'flex flex-wrap gap-4',
  month: 'flex flex-col',
  nav: 'absolute top-0 right-0 z-1 flex gap-0.5',
  button_previous: navButton,
  button_next: navButton,
  month_caption: 'flex h-6 items-center pl-2 max-md:h-11',
  caption_label: 'font-medium',
  month_grid: 'mt-1 border-separate border-spacing-x-0 border-spacing-y-px',
  weekday: 'h-6 w-8 text-center text-micro font-normal text-ink-3 max-md:w-11',
  day: 'p-0 text-center tabular-nums',
  day_button:
    'focus-inset mx-auto block h-7 w-8 rounded-md hover:bg-hover disabled:text-ink-disabled disabled:hover:bg-transparent max-md:size-11',
  outside: 'text-ink-3',
  today: '[&>button]:font-semibold [&>button]:text-accent-ink',
  selected:
    '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-hover [&>button]:focus-visible:outline-offset-2',
  range_start: 'rounded-l-md bg-selected',
  range_end: 'rounded-r-md bg-selected',
  range_middle:
    // Also has `selected`, whose style it must override.
    'bg-selected [&>button]:bg-transparent! [&>button]:text-ink! [&>button]:hover:bg-selected-hover!',
}

const Chevron = ({ orientation }: ChevronProps) => (
  <Icon of={orientation === 'left' ? ChevronLeft : ChevronRight} />
)

/** The month grid of both date pickers; loaded when one is first opened. */
export default function Calendar(props: DayPickerProps) {
  const { i18n } = useTranslation()
  const locale = i18n.language
  return (
    <DayPicker
      showOutsideDays
      autoFocus
      {...props}
      formatters={{
        formatCaption: (month) =>
          month.toLocaleDateString(locale, { month: 'long', year: 'numeric' }),
        formatWeekdayName: (day) => day.toLocaleDateString(locale, { weekday: 'narrow' }),
      }}
      classNames={looks}
      components={{ Chevron }}
      className={classNames('min-h-54', props.className)}
    />
  )
}

import { ListFilter } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import type { Option } from '#ui/controls/combobox.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { isCustom, isPreset } from './custom-date.ts'
import { datePresets } from './filter-options.tsx'
import { Section } from './filter-section.tsx'

const CustomDateDialog = lazy(() => import('./custom-date-dialog.tsx'))

const dateFields = ['start_date', 'target_date'] as const
type DateField = (typeof dateFields)[number]
type Dates = Readonly<Record<DateField, readonly string[]>>

interface FilterSection {
  title: string
  options: readonly Option[]
  chosen: readonly string[]
  onToggle: (value: string) => void
}

interface DatedFiltersProps {
  /** The total number of selected values. */
  count: number
  sections: readonly FilterSection[]
  dates: Dates
  dateTitles: Readonly<Record<DateField, string>>
  onDates: (field: DateField, values: string[]) => void
}

export const toggledIn = <Value,>(values: readonly Value[], value: Value) =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value]

/** The filters of a list of cycles or modules: its own options, and a date range. */
export function DatedFilters(props: DatedFiltersProps) {
  const { count, dates, onDates } = props
  const { t } = useTranslation()
  const [custom, setCustom] = useState<DateField>('start_date')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Popover
        label={t('dated_filters.title')}
        align="end"
        width={300}
        bare
        trigger={
          <Button variant="ghost" icon={ListFilter}>
            {count > 0 ? t('dated_filters.chosen', { count }) : t('dated_filters.title')}
          </Button>
        }
      >
        {(close) => (
          <Choices
            {...props}
            onCustom={(field) => {
              close()
              setCustom(field)
              setAsking(true)
            }}
          />
        )}
      </Popover>
      <Suspense>
        {asking && (
          <CustomDateDialog
            open
            name={props.dateTitles[custom]}
            field={custom}
            filters={{ [custom]: dates[custom] }}
            onClose={() => setAsking(false)}
            onChange={(next) => onDates(custom, [...(next[custom] ?? [])])}
          />
        )}
      </Suspense>
    </>
  )
}

function Choices(props: DatedFiltersProps & { onCustom: (field: DateField) => void }) {
  const { sections, dates, dateTitles, onDates, onCustom } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = (options: readonly Option[]) =>
    options.filter(({ label }) => label.toLowerCase().includes(wanted))
  const presets = datePresets.map((value) => ({
    value: value as string,
    label: t(`list_settings.presets.${value.split(';')[0]}` as TextKey),
  }))

  function handleDate(field: DateField, value: string) {
    const values = dates[field]
    if (value !== 'custom') onDates(field, toggledIn(values, value))
    else if (isCustom(values)) onDates(field, values.filter(isPreset))
    else onCustom(field)
  }

  return (
    <div className="flex max-h-[min(480px,80vh)] flex-col">
      <div className="border-b border-line-subtle p-2">
        <SearchInput label={t('dated_filters.search')} value={typed} onChange={setTyped} />
      </div>
      <div className="overflow-y-auto py-1">
        {sections.map(({ options, ...section }) => (
          <Section key={section.title} {...section} options={found(options)} />
        ))}
        {dateFields.map((field) => (
          <Section
            key={field}
            title={dateTitles[field]}
            options={found([...presets, { value: 'custom', label: t('list_settings.custom') }])}
            chosen={[...dates[field], ...(isCustom(dates[field]) ? ['custom'] : [])]}
            count={dates[field].length}
            onToggle={(value) => handleDate(field, value)}
          />
        ))}
      </div>
    </div>
  )
}

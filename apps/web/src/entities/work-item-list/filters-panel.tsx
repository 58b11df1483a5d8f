import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import type { Option } from '#ui/controls/combobox.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { isCustom, isPreset } from './custom-date.ts'
import { useFilterOptions } from './filter-options.tsx'
import type { ListControlsProps } from './list-controls.tsx'
import { type FilterKey, type Filters, type Kind, kinds, toggled } from './list-settings.ts'
import { offersOf } from './offers.ts'
import { useFeatures } from './use-features.ts'
import { useListVocabulary } from './vocabulary.tsx'

const SHOWN_LIMIT = 5
const dateKeys: readonly FilterKey[] = ['start_date', 'target_date']

interface FiltersPanelProps extends ListControlsProps {
  /** Days of one's own are asked for in a dialog. */
  onCustom: (key: FilterKey) => void
}

/** Every filter of the list, applied at once. The search looks through all of them. */
export default function FiltersPanel(props: FiltersPanelProps) {
  const { context, settings, set, onCustom, withoutKinds = false } = props
  const { t } = useTranslation()
  const small = useSmallScreen()
  const vocabulary = useListVocabulary(context)
  const { optionsOf } = useFilterOptions(context, vocabulary)
  const [typed, setTyped] = useState('')
  // Chosen ones stand first as they were when it was opened or searched: under the pointer nothing moves.
  const [first, setFirst] = useState<Filters>(settings.filters)
  const { filters, display } = settings
  const offers = offersOf(context, display.layout, useFeatures(context))
  const wanted = typed.trim().toLowerCase()

  function search(text: string) {
    setTyped(text)
    setFirst(filters)
  }

  const found = (options: readonly Option[]) =>
    options.filter(({ label, keywords }) =>
      `${label} ${keywords ?? ''}`.toLowerCase().includes(wanted),
    )

  function handleCustom(key: FilterKey) {
    const values = filters[key] ?? []
    if (!isCustom(values)) return onCustom(key)
    set.setFilters({ ...filters, [key]: values.filter(isPreset) })
  }

  return (
    <div className="flex max-h-[min(600px,80vh)] flex-col">
      <div className="border-b border-line-subtle p-2">
        <SearchInput
          label={t('list_settings.search')}
          value={typed}
          onChange={search}
          autoFocus={!small}
        />
      </div>
      <div className="overflow-y-auto py-1">
        {offers.filters
          .filter((key) => !dateKeys.includes(key))
          .map((key) => (
            <Section
              key={key}
              title={t(`list_settings.filters.${key}`)}
              options={vocabulary && found(chosenFirst(optionsOf(key), first[key]))}
              chosen={filters[key] ?? []}
              onToggle={(value) => set.setFilters(toggled(filters, key, value))}
            />
          ))}
        {!withoutKinds && (
          <FoldedSection title={t('list_settings.grouping')} count={display.type ? 1 : 0}>
            <RadioGroup
              label={t('list_settings.grouping')}
              hideLabel
              options={['all', ...kinds].map((value) => ({
                value,
                label: t(`list_settings.kinds.${value}` as TextKey),
              }))}
              value={display.type ?? 'all'}
              onChange={(value) =>
                set.setDisplay({ type: value === 'all' ? null : (value as Kind) })
              }
            />
          </FoldedSection>
        )}
        {dateKeys
          .filter((key) => offers.filters.includes(key))
          .map((key) => (
            <Section
              key={key}
              title={t(`list_settings.filters.${key}`)}
              options={found([
                ...optionsOf(key),
                { value: 'custom', label: t('list_settings.custom') },
              ])}
              chosen={[...(filters[key] ?? []), ...(isCustom(filters[key]) ? ['custom'] : [])]}
              count={filters[key]?.length}
              onToggle={(value) =>
                value === 'custom'
                  ? handleCustom(key)
                  : set.setFilters(toggled(filters, key, value))
              }
            />
          ))}
      </div>
    </div>
  )
}

const chosenFirst = (options: readonly Option[], chosen: readonly string[] = []) =>
  options.toSorted((a, b) => Number(chosen.includes(b.value)) - Number(chosen.includes(a.value)))

interface SectionProps {
  title: string
  /** Undefined while they are on their way. */
  options: readonly Option[] | undefined
  chosen: readonly string[]
  count?: number
  onToggle: (value: string) => void
}

/** Checkboxes under a heading that folds them; the first few until more are wanted. */
export function Section({ title, options, chosen, count = chosen.length, onToggle }: SectionProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? options : options?.slice(0, SHOWN_LIMIT)
  return (
    <FoldedSection title={title} count={count}>
      {!shown && [120, 160, 90].map((width) => <Skeleton key={width} width={width} />)}
      {shown?.length === 0 && <p className="text-ink-3">{t('list_settings.no_matches')}</p>}
      {shown?.map(({ value, label, icon }) => (
        <Checkbox
          key={value}
          className="max-w-full"
          label={
            <span className="flex min-w-0 items-center gap-1.5">
              {icon && <Icon of={icon} />}
              <span className="truncate">{label}</span>
            </span>
          }
          checked={chosen.includes(value)}
          onChange={() => onToggle(value)}
        />
      ))}
      {options && options.length > SHOWN_LIMIT && (
        <button type="button" className="link hit w-fit text-small" onClick={() => setAll(!all)}>
          {t(all ? 'list_settings.view_less' : 'list_settings.view_all')}
        </button>
      )}
    </FoldedSection>
  )
}

interface FoldedSectionProps {
  title: string
  count: number
  children: ReactNode
}

export function FoldedSection({ title, count, children }: FoldedSectionProps) {
  const [open, setOpen] = useState(true)
  return (
    <fieldset className="min-w-0 px-3 py-1.5">
      <legend className="contents">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="hit flex h-7 w-full items-center gap-1.5 font-medium text-ink-2"
        >
          {count > 0 ? `${title} (${count})` : title}
          <Icon
            of={ChevronDown}
            size={14}
            className={classNames(
              'ml-auto text-ink-3 transition-transform duration-(--time-base)',
              !open && '-rotate-90',
            )}
          />
        </button>
      </legend>
      {open && <div className="flex flex-col gap-2 pt-1 pb-1">{children}</div>}
    </fieldset>
  )
}

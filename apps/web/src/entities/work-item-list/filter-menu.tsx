import { ArrowLeft, Check, ChevronRight } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { choiceOf } from '#entities/work-item-type/property-kinds.ts'
import type { Option } from '#ui/controls/combobox.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { isCustom, isPreset } from './custom-date.ts'
import { type Sense, senseOf, withChoice } from './filter-changes.ts'
import { filterIcons } from './filter-icons.ts'
import { useFilterOptions } from './filter-options.tsx'
import { hitIn, searchFilters } from './filter-search.ts'
import { FoldedSection, SHOWN_LIMIT } from './filter-section.tsx'
import type { ListContext } from './list-context.ts'
import {
  type FilterField,
  type Filters,
  isOfProperty,
  type Kind,
  kinds,
  type ListSettings,
  negatedKey,
} from './list-settings.ts'
import { offersOf } from './offers.ts'
import { isDateProperty, isTypedProperty, useFieldName, useOwnFields } from './own-fields.ts'
import QuerySwitch from './query-switch.tsx'
import { useListReferences } from './references.tsx'
import { TypedFilter } from './typed-filter.tsx'
import { useFeatures } from './use-features.ts'

const dateFields: readonly FilterField[] = ['start_date', 'target_date']
const isDate = (field: FilterField) => dateFields.includes(field) || isDateProperty(field)
/** The entry for a custom date. */
const CUSTOM = 'custom'

interface FilterMenuProps {
  context: ListContext
  settings: ListSettings
  onChange: (filters: Filters) => void
  /** Missing if only filters are shown, not kinds of work. */
  onKind?: ((kind: Kind) => void) | undefined
  /** Custom dates are entered in a dialog. */
  onCustom: (field: FilterField) => void
  /** Opened from a chip: the values of one filter, included or excluded. */
  of?: { field: FilterField; sense: Sense } | undefined
}

const byChosen = (options: readonly Option[], filters: Filters, field: FilterField) =>
  options.toSorted(
    (a, b) =>
      Number(senseOf(filters, field, b.value) !== undefined) -
      Number(senseOf(filters, field, a.value) !== undefined),
  )

/**
 * Every filter of the list, applied at once. The search covers the names of filters and values;
 * arrows and Enter select among the results while the user keeps typing.
 */
export default function FilterMenu(props: FilterMenuProps) {
  const { context, settings, onChange, onKind, onCustom, of } = props
  const { t } = useTranslation()
  const small = useSmallScreen()
  const references = useListReferences(context)
  const { optionsOf } = useFilterOptions(context, references)
  const [typed, setTyped] = useState('')
  const [inside, setInside] = useState<FilterField | undefined>(of?.field)
  // Selected values come first as of opening or searching: nothing moves under the pointer.
  const [first, setFirst] = useState<Filters>(settings.filters)
  const [all, setAll] = useState<ReadonlySet<FilterField>>(new Set())
  const { filters, display } = settings
  const offers = offersOf(context, display.layout, useFeatures(context))
  const { rows, active, setActive, handleKeyDown } = useActiveOption(typed)
  const sense: Sense = of?.sense ?? 'is'
  const isSearched = typed.trim() !== ''
  const nameOf = useFieldName(context)
  const own = useOwnFields(context).filter(() => offers.own)
  const iconOf = (field: FilterField) => {
    const property = own.find((one) => one.field === field)?.property
    return isOfProperty(field) ? property && choiceOf(property).icon : filterIcons[field]
  }
  const typedField = (field: FilterField) =>
    isTypedProperty(field) && (
      <TypedFilter
        field={field}
        name={nameOf(field)}
        values={filters[field] ?? []}
        onChange={(values) => onChange({ ...filters, [field]: values })}
      />
    )

  function search(text: string) {
    setTyped(text)
    setActive(undefined)
    setFirst(filters)
  }

  function enter(field: FilterField | undefined) {
    setInside(field)
    search('')
  }

  function toggle(field: FilterField, value: string, turned: boolean) {
    if (value === CUSTOM) {
      const values = filters[field] ?? []
      if (!isCustom(values)) return onCustom(field)
      return onChange({ ...filters, [field]: values.filter(isPreset) })
    }
    const chosen = senseOf(filters, field, value)
    const other: Sense = sense === 'is' ? 'not' : 'is'
    // A plain click deselects a selected value, whether it is included or excluded.
    onChange(withChoice(filters, field, value, turned ? other : (chosen ?? sense)))
  }

  const offered = (field: FilterField): readonly Option[] => {
    const options = byChosen(optionsOf(field), first, field)
    return isDate(field)
      ? [...options, { value: CUSTOM, label: t('list_settings.custom') }]
      : options
  }

  const isChosenDay = (field: FilterField) => (isCustom(filters[field]) ? 'is' : undefined)
  const row = (field: FilterField, option: Option, hint?: string) => (
    <ValueRow
      key={`${field} ${option.value}`}
      id={`${rows.id}${field} ${option.value}`}
      option={option}
      icon={option.icon ?? (hint ? iconOf(field) : undefined)}
      hint={hint ?? option.hint}
      typed={typed}
      sense={option.value === CUSTOM ? isChosenDay(field) : senseOf(filters, field, option.value)}
      active={active}
      onToggle={(turned) => toggle(field, option.value, turned)}
    />
  )

  const fields = [...offers.filters, ...own.map(({ field }) => field)]
  const searched = fields.map((field) => ({ field, name: nameOf(field), options: offered(field) }))
  const found = isSearched && !inside ? searchFilters(searched, typed) : undefined
  const foundInside = inside
    ? searchFilters([{ field: inside, name: '', options: offered(inside) }], typed).values.map(
        ({ option }) => option,
      )
    : []
  const isNothing = inside
    ? isSearched && foundInside.length === 0
    : found && found.fields.length + found.values.length === 0

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is typed anywhere in it goes to the search
    <div
      ref={rows.ref}
      className="flex max-h-[min(600px,80vh)] flex-col max-md:max-h-[calc(85dvh-48px)]"
      onKeyDown={(event) => {
        if (event.key === 'Backspace' && !typed && inside && !of) {
          event.preventDefault()
          enter(undefined)
        }
      }}
    >
      {inside && !of && (
        <button
          type="button"
          className="hit flex h-9 items-center gap-2 px-3 pt-1 font-medium max-md:h-11"
          onClick={() => enter(undefined)}
        >
          <Icon of={ArrowLeft} size={14} className="text-ink-3" />
          {nameOf(inside)}
        </button>
      )}
      <div className="border-b border-line-subtle p-2">
        <SearchInput
          key={inside ?? ''}
          label={inside ? nameOf(inside) : t('list_settings.search')}
          value={typed}
          onChange={search}
          onKeyDown={handleKeyDown}
          aria-activedescendant={active}
          autoFocus={!small}
          after={!small && <Kbd keys="esc" />}
        />
      </div>
      <div className="grow overflow-y-auto p-1">
        {isNothing && <p className="px-2 py-1.5 text-ink-3">{t('list_settings.no_matches')}</p>}
        {inside && (
          <RowGroup name={nameOf(inside)} hidden>
            {!isSearched && typedField(inside)}
            {(isSearched ? foundInside : offered(inside)).map((option) => row(inside, option))}
          </RowGroup>
        )}
        {found && found.fields.length > 0 && (
          <RowGroup name={t('work_items.filters')}>
            {found.fields.map((field) => (
              <button
                key={field}
                type="button"
                id={`${rows.id}${field}`}
                data-row=""
                tabIndex={-1}
                className={rowLook(active === `${rows.id}${field}`)}
                onClick={() => enter(field)}
              >
                <FieldIcon icon={iconOf(field)} />
                <Hit name={nameOf(field)} typed={typed} />
                <Icon of={ChevronRight} size={14} className="ml-auto text-ink-3" />
              </button>
            ))}
          </RowGroup>
        )}
        {found && found.values.length > 0 && (
          <RowGroup name={t('list_settings.values')}>
            {found.values.map(({ field, option }) => row(field, option, nameOf(field)))}
          </RowGroup>
        )}
        {!inside &&
          !isSearched &&
          fields.map((field) => {
            const options = references ? offered(field) : undefined
            const isWhole = all.has(field)
            const negated = negatedKey(field)
            const count =
              (filters[field]?.length ?? 0) + ((negated && filters[negated]?.length) || 0)
            return (
              <FoldedSection key={field} title={nameOf(field)} count={count}>
                {typedField(field)}
                <div className="-mx-2 flex flex-col">
                  {!options && [120, 160].map((width) => <Skeleton key={width} width={width} />)}
                  {(isWhole ? options : options?.slice(0, SHOWN_LIMIT))?.map((option) =>
                    row(field, option),
                  )}
                </div>
                {options && options.length > SHOWN_LIMIT && (
                  <button
                    type="button"
                    className="link hit w-fit text-small"
                    onClick={() => setAll(toggledIn(all, field))}
                  >
                    {t(isWhole ? 'list_settings.view_less' : 'list_settings.view_all')}
                  </button>
                )}
              </FoldedSection>
            )
          })}
        {!inside && !isSearched && onKind && (
          <FoldedSection title={t('list_settings.grouping')} count={display.type ? 1 : 0}>
            <RadioGroup
              label={t('list_settings.grouping')}
              hideLabel
              options={['all', ...kinds].map((value) => ({
                value,
                label: t(`list_settings.kinds.${value}` as TextKey),
              }))}
              value={display.type ?? 'all'}
              onChange={(value) => onKind(value === 'all' ? null : (value as Kind))}
            />
          </FoldedSection>
        )}
      </div>
      {!small && (
        <div className="flex h-9 shrink-0 items-center gap-1.5 border-t border-line-subtle px-3 text-small text-ink-3">
          <Kbd keys="enter" />
          {t(sense === 'is' ? 'list_settings.conditions.is' : 'list_settings.conditions.is_not')}
          <span className="ml-2">
            <Kbd keys="alt+enter" />
          </span>
          {t(sense === 'is' ? 'list_settings.conditions.is_not' : 'list_settings.conditions.is')}
          {onKind && !filters.pql && (
            <span className="ml-auto">
              <QuerySwitch filters={filters} onChange={onChange} />
            </span>
          )}
        </div>
      )}
    </div>
  )
}

const FieldIcon = ({ icon }: { icon: IconLike | undefined }) =>
  icon && <Icon of={icon} className="text-ink-3" />

const toggledIn = (fields: ReadonlySet<FilterField>, field: FilterField) =>
  fields.has(field)
    ? new Set([...fields].filter((one) => one !== field))
    : new Set([...fields, field])

/** The row the keyboard is at; the focus stays in the search field. */
function useActiveOption(typed: string) {
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()
  const [active, setActive] = useState<string>()
  const shown = () => [...(ref.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

  // When the results change, Enter selects the best match.
  useLayoutEffect(() => {
    const rows = shown()
    if (rows.some((row) => row.id === active)) return
    const next = typed.trim() ? rows[0]?.id : undefined
    if (next !== active) setActive(next)
  })

  function handleKeyDown(event: KeyboardEvent) {
    const rows = shown()
    const at = rows.findIndex((row) => row.id === active)
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next =
        rows[at < 0 && step < 0 ? rows.length - 1 : (at + step + rows.length) % rows.length]
      next?.scrollIntoView({ block: 'nearest' })
      setActive(next?.id)
    }
    if (event.key === 'Enter' && at >= 0) {
      event.preventDefault()
      const press = { bubbles: true, cancelable: true, altKey: event.altKey }
      rows[at]?.dispatchEvent(new globalThis.MouseEvent('click', press))
    }
  }

  return { rows: { ref, id }, active, setActive, handleKeyDown }
}

const rowLook = (active: boolean) =>
  classNames(
    'focus-none flex h-7 w-full shrink-0 items-center gap-2 rounded-sm px-2 text-left hover:bg-hover max-md:h-11',
    active && 'bg-hover',
  )

interface RowGroupProps {
  name: string
  /** If the name is already above the rows. */
  hidden?: boolean
  children: ReactNode
}

function RowGroup({ name, hidden = false, children }: RowGroupProps) {
  return (
    <fieldset className="flex min-w-0 flex-col pb-1">
      <legend className={hidden ? 'sr-only' : 'px-2 pt-1.5 pb-1 text-small font-medium text-ink-3'}>
        {name}
      </legend>
      {children}
    </fieldset>
  )
}

function Hit({ name, typed }: { name: string; typed: string }) {
  const [before, hit, after] = hitIn(name, typed)
  return (
    <span className="truncate">
      {before}
      {hit && <span className="font-semibold text-accent-ink">{hit}</span>}
      {after}
    </span>
  )
}

interface ValueRowProps {
  id: string
  option: Option
  icon: IconLike | undefined
  hint: string | undefined
  typed: string
  sense: Sense | undefined
  active: string | undefined
  /** `turned`: the opposite condition of the menu's. */
  onToggle: (turned: boolean) => void
}

function ValueRow({ id, option, icon, hint, typed, sense, active, onToggle }: ValueRowProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input would take the focus from the search
    <button
      type="button"
      role="checkbox"
      id={id}
      data-row=""
      tabIndex={-1}
      aria-checked={sense !== undefined}
      aria-label={
        sense === 'not' ? t('list_settings.not_value', { name: option.label }) : option.label
      }
      className={rowLook(active === id)}
      // Keeps the focus in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event: MouseEvent) => onToggle(event.altKey)}
    >
      {icon && <Icon of={icon} className="text-ink-3" />}
      <Hit name={option.label} typed={typed} />
      <span className="ml-auto flex shrink-0 items-center gap-2 pl-2 text-small text-ink-3">
        {sense === 'not' && <span>{t('list_settings.conditions.is_not')}</span>}
        {hint}
        <Icon
          of={Check}
          size={14}
          className={classNames('text-accent-ink', sense === undefined && 'invisible')}
        />
      </span>
    </button>
  )
}

import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import {
  type Condition,
  conditionOf,
  conditions,
  keyFor,
  type Sense,
  withCondition,
} from './filter-changes.ts'
import { useFilterOptions } from './filter-options.tsx'
import { FilterPopover } from './filter-popover.tsx'
import type { ListContext } from './list-context.ts'
import {
  type FilterField,
  type Filters,
  isOfProperty,
  type ListSettings,
  negatedKey,
} from './list-settings.ts'
import { isTextProperty, useFieldName } from './own-fields.ts'
import type { ListReferences } from './references.tsx'

export interface FilterChipsProps {
  context: ListContext
  settings: ListSettings
  references: ListReferences
  /** Read-only. */
  fixed: boolean
  onChange: (filters: Filters) => void
}

interface ChipProps extends FilterChipsProps {
  field: FilterField
  sense: Sense
}

const partLook = 'inline-flex shrink-0 items-center px-2'
const buttonLook = `${partLook} focus-inset hover:bg-hover aria-expanded:bg-pressed`

/** So many are named; the others are counted. */
const NAMED = 3

/** Field │ condition │ values │ ×, 24 high. */
export function Chip(props: ChipProps) {
  const { context, settings, references, fixed, onChange, field, sense } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [emptied, setEmptied] = useState<Filters>()
  const { chosen } = useFilterOptions(context, references)
  const { filters } = settings
  const key = keyFor(field, sense)
  const values = filters[key] ?? []
  const name = useFieldName(context)(field)
  const condition = conditionOf(values, sense)
  const { side, options } = chosen(field, values)
  const contains = isTextProperty(field) && condition === 'is' ? 'contains' : condition
  const said = t(`list_settings.conditions.${side ?? contains}`)
  const isEmptiness = condition === 'has_none' || condition === 'has_any'
  const text = options.map(({ label }) => label).join(', ')
  const content = (
    <>
      {options.slice(0, NAMED).map(({ value, label, icon }, index) => (
        <span key={value} className="inline-flex min-w-0 items-center gap-1.25">
          {icon && <Icon of={icon} size={14} />}
          <span className="max-w-40 truncate font-medium">
            {label}
            {index < Math.min(options.length, NAMED) - 1 && ','}
          </span>
        </span>
      ))}
      {options.length > NAMED && (
        <span className="text-ink-3 tabular-nums">+{options.length - NAMED}</span>
      )}
    </>
  )

  function choose(wanted: Condition) {
    const isOfValues = wanted === 'is' || wanted === 'is_not'
    // There are no values yet: the menu asks for them first.
    if (isOfValues && isEmptiness) return setOpen(true)
    onChange(withCondition(filters, field, sense, wanted))
  }

  // Without values the chip and its menu would disappear: that waits until the menu is closed.
  function handleChoice(next: Filters) {
    const isEmpty = !next[field]?.length && !next[keyFor(field, 'not')]?.length
    setEmptied(isEmpty ? next : undefined)
    if (!isEmpty) onChange(next)
  }

  function handleOpen(next: boolean) {
    setOpen(next)
    if (next || !emptied) return
    setEmptied(undefined)
    onChange(emptied)
  }

  if (fixed) {
    return (
      <ChipFrame>
        <span className={`${partLook} text-ink-2`}>{name}</span>
        <span className={`${partLook} text-ink-3`}>{said}</span>
        {!isEmptiness && <span className={`${partLook} min-w-0 shrink gap-1.25`}>{content}</span>}
      </ChipFrame>
    )
  }
  const valuesPart = (
    <FilterPopover
      context={context}
      settings={emptied ? { ...settings, filters: emptied } : settings}
      onChange={handleChoice}
      label={name}
      of={{ field, sense }}
      open={open}
      onOpenChange={handleOpen}
      trigger={
        <button
          type="button"
          aria-label={isEmptiness ? name : `${name}: ${text}`}
          className={`${buttonLook} min-w-0 shrink gap-1.25 ${isEmptiness ? 'text-ink-2' : ''}`}
        >
          {isEmptiness ? name : content}
        </button>
      }
    />
  )
  return (
    <ChipFrame>
      {isEmptiness ? valuesPart : <span className={`${partLook} text-ink-2`}>{name}</span>}
      {negatedKey(field) ? (
        <Menu
          trigger={
            <button
              type="button"
              data-tip={t('list_settings.change_condition')}
              aria-label={t('list_settings.condition_of', { name, condition: said })}
              className={`${buttonLook} text-ink-3`}
            >
              {said}
            </button>
          }
          items={conditions
            .filter(
              (one) =>
                isOfProperty(field) ||
                mayBeEmpty.includes(field) ||
                one === 'is' ||
                one === 'is_not',
            )
            .map((one) => ({
              label: t(`list_settings.conditions.${one}`),
              checked: one === condition,
              onSelect: () => choose(one),
            }))}
        />
      ) : (
        <span className={`${partLook} text-ink-3`}>{said}</span>
      )}
      {!isEmptiness && valuesPart}
      <button
        type="button"
        aria-label={t('ui.remove_filter', { name })}
        onClick={() => onChange({ ...filters, [key]: [] })}
        className="focus-inset inline-flex h-full min-w-6 shrink-0 items-center justify-center rounded-r-md text-ink-3 hover:bg-hover hover:text-ink max-md:min-w-11"
      >
        <Icon of={X} size={12} />
      </button>
    </ChipFrame>
  )
}

/** Fields that can be empty. */
const mayBeEmpty: readonly FilterField[] = [
  ...(['assignees', 'labels', 'cycle', 'module', 'issue_type', 'estimate_point'] as const),
  'parent',
]

const ChipFrame = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex h-6 max-w-full items-stretch divide-x divide-line overflow-hidden rounded-md border border-line bg-surface text-small whitespace-nowrap max-md:h-11">
    {children}
  </span>
)

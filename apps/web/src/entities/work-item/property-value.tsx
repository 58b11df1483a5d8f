import type { PropertyKind } from '@cairn/contract'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { DatePicker } from '#ui/dates/date-picker.tsx'
import { longDate } from '#ui/dates/day.ts'
import { momentText } from '#ui/dates/own-zone.ts'
import { Popover } from '#ui/overlays/popover.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Chip, Dot } from '#ui/people/badge.tsx'
import { ItemsValue } from './property-items.tsx'
import { useOptionListing, usePersonListing } from './property-listings.tsx'
import { MomentPanel } from './property-moment.tsx'
import { LinkValue, NumberValue, TextValue } from './property-typed.tsx'
import type { ValueProps } from './property-value-props.ts'
import { idsIn, type ValueProblem } from './property-words.ts'

/** The value of a property, changed in place: a line of a panel or a form. */
export function PropertyValueField(props: ValueProps) {
  const Field = fields[props.property.kind]
  return <Field {...props} />
}

function BooleanValue({ property, value, onChange, disabled, problem, placeholder }: ValueProps) {
  const { t } = useTranslation()
  const word = typeof value === 'boolean' ? t(value ? 'properties.yes' : 'properties.no') : ''
  return (
    <Picked problem={problem}>
      <Checkbox
        aria-label={`${property.name}: ${word || placeholder}`}
        aria-invalid={problem !== undefined}
        disabled={disabled}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={word ? undefined : 'text-ink-3'}>{word || placeholder}</span>
    </Picked>
  )
}

function DateValue({ property, value, onChange, disabled, problem, placeholder }: ValueProps) {
  const day = typeof value === 'string' ? value : null
  return (
    <Picked problem={problem}>
      <DatePicker
        label={property.name}
        value={day}
        clearable={!property.is_required}
        onChange={onChange}
        trigger={
          <PropertyPill
            look="plain"
            label={property.name}
            placeholder={placeholder}
            disabled={disabled}
          >
            {longDate(day) || undefined}
          </PropertyPill>
        }
      />
    </Picked>
  )
}

function MomentValue({ property, value, onChange, disabled, problem, placeholder }: ValueProps) {
  const moment = typeof value === 'string' ? value : undefined
  return (
    <Picked problem={problem}>
      <Popover
        label={property.name}
        trigger={
          <PropertyPill
            look="plain"
            label={property.name}
            placeholder={placeholder}
            disabled={disabled}
          >
            {moment && momentText(moment)}
          </PropertyPill>
        }
      >
        <MomentPanel property={property} value={moment} onChange={onChange} />
      </Popover>
    </Picked>
  )
}

function OptionValue({ property, value, onChange, disabled, problem, placeholder }: ValueProps) {
  const listing = useOptionListing({ property, value, onChange })
  const ids = idsIn(value)
  const chosen = property.options.filter(({ id }) => ids.includes(id))
  const [first] = chosen
  return (
    <Picked problem={problem}>
      <Combobox
        {...listing}
        trigger={
          <PropertyPill
            look="plain"
            label={property.name}
            placeholder={placeholder}
            disabled={disabled}
            icon={first && !property.is_multi ? <Dot colour={first.color} /> : undefined}
            valueText={chosen.map(({ name }) => name).join(', ') || undefined}
          >
            {property.is_multi && first ? (
              <span aria-hidden className="flex flex-wrap gap-1 py-1">
                {chosen.map(({ id, name, color }, index) => (
                  <Fragment key={id}>
                    {/* The accessible name has them as words, too. */}
                    {index > 0 && ' '}
                    <Chip colour={color} className="max-w-full">
                      {name}
                    </Chip>
                  </Fragment>
                ))}
              </span>
            ) : (
              first?.name
            )}
          </PropertyPill>
        }
      />
    </Picked>
  )
}

function PersonValue(props: ValueProps) {
  const { slug, property, value, disabled, problem, placeholder } = props
  const people = usePeople(slug)
  const listing = usePersonListing(props)
  const chosen = idsIn(value).flatMap((id) => people.get(id) ?? [])
  const names = chosen.map(({ name }) => name).join(', ')
  return (
    <Picked problem={problem}>
      <Combobox
        {...listing}
        trigger={
          <PropertyPill
            look="plain"
            label={property.name}
            placeholder={placeholder}
            disabled={disabled}
            icon={chosen[0] && <AvatarGroup people={chosen} size={20} tooltip={false} />}
          >
            {names || undefined}
          </PropertyPill>
        }
      />
    </Picked>
  )
}

interface PickedProps {
  problem: ValueProblem | undefined
  children: ReactNode
}

/** A value chosen from a popup, with what is wrong with it below. */
function Picked({ problem, children }: PickedProps) {
  const { t } = useTranslation()
  return (
    <span className="flex min-h-7 min-w-0 grow flex-wrap items-center gap-x-1.5">
      {children}
      {problem && (
        <span className="w-full">
          <FieldError>{t(`properties.problem.${problem}`)}</FieldError>
        </span>
      )}
    </span>
  )
}

const fields: Record<PropertyKind, ComponentType<ValueProps>> = {
  text: TextValue,
  number: NumberValue,
  boolean: BooleanValue,
  date: DateValue,
  datetime: MomentValue,
  option: OptionValue,
  person: PersonValue,
  link: LinkValue,
  item: ItemsValue,
}

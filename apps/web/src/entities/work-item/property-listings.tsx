import type { PropertyValue, WorkItemProperty } from '@cairn/contract'
import { CircleSlash } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useAssignable } from '#entities/project/hooks.ts'
import { useActivePeople, usePeople } from '#entities/workspace/hooks.ts'
import type { ComboboxListing, Option } from '#ui/controls/combobox.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { byName, personOption, withAddresses } from './members-picker.tsx'
import { idsIn } from './property-words.ts'

const NONE = 'none'

interface PropertyChoice {
  property: WorkItemProperty
  value: PropertyValue | undefined
  onChange: (value: PropertyValue | null) => void
}

/** The choices of a property; one that is not required offers none. */
function useChoices(choice: PropertyChoice, options: readonly Option[]): ComboboxListing {
  const { property, value, onChange } = choice
  const { t } = useTranslation()
  const { name: label, is_multi, is_required } = property
  const ids = idsIn(value)
  if (is_multi) {
    return {
      multiple: true,
      ...{ label, options, value: ids },
      onChange: (next: string[]) => onChange(next.length > 0 ? next : null),
    }
  }
  const none: Option = { value: NONE, label: t('item.none'), icon: CircleSlash }
  return {
    label,
    options: is_required ? options : [none, ...options],
    value: ids[0] ?? (is_required ? null : NONE),
    onChange: (next: string) => onChange(next === NONE ? null : [next]),
  }
}

/** The options in use, and those the value still has. */
export function useOptionListing(choice: PropertyChoice): ComboboxListing {
  const ids = idsIn(choice.value)
  const offered = choice.property.options.filter(
    ({ id, is_active }) => is_active || ids.includes(id),
  )
  return useChoices(
    choice,
    offered.map(({ id, name, color }) => ({
      ...{ value: id, label: name },
      icon: <Dot colour={color} />,
    })),
  )
}

interface PersonChoice extends PropertyChoice {
  slug: string
  project_id?: string | undefined
}

/** The members of the project, or of the workspace, and those the value still has. */
export function usePersonListing(choice: PersonChoice): ComboboxListing {
  const { slug, project_id = '', value } = choice
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = usePeople(slug)
  const active = useActivePeople(slug)
  const assignable = useAssignable(slug, project_id)
  const ids = idsIn(value)
  const isOffered = project_id
    ? (id: string) => assignable.has(id)
    : (id: string) => active.some((person) => person.id === id)
  const offered = [...people.values()]
    .filter(({ id }) => isOffered(id) || ids.includes(id))
    .sort(byName(me))
  return useChoices(
    choice,
    withAddresses(
      offered.map((person) => personOption(person, me, t('pickers.you'))),
      offered,
    ),
  )
}

const YES = 'yes'
const NO = 'no'

/** Yes or no, for popups. */
export function useBooleanListing(choice: PropertyChoice): ComboboxListing {
  const { t } = useTranslation()
  const { property, value, onChange } = choice
  const written = value === true ? YES : NO
  return {
    label: property.name,
    options: [
      ...(property.is_required ? [] : [{ value: NONE, label: t('item.none'), icon: CircleSlash }]),
      { value: YES, label: t('properties.yes') },
      { value: NO, label: t('properties.no') },
    ],
    value: typeof value === 'boolean' ? written : property.is_required ? null : NONE,
    onChange: (next: string) => onChange(next === NONE ? null : next === YES),
  }
}

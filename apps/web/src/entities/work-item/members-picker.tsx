import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useAssignable } from '#entities/project/hooks.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Combobox, type ComboboxListing, type Option } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import type { Choice, PickerProps } from './picker-props.ts'

const normal = (name: string) => name.trim().toLowerCase()

/** Adds the emails where two have the same name. */
export function withAddresses(options: readonly Option[], people: readonly Person[]): Option[] {
  const names = Map.groupBy(people, ({ name }) => normal(name))
  return options.map((option, index) => {
    const person = people[index]
    const isAlone = !person || names.get(normal(person.name))?.length === 1
    return isAlone ? option : { ...option, hint: person.email }
  })
}

export const personOption = (person: Person, me: string, you: string): Option => ({
  value: person.id,
  label: person.id === me ? you : person.name,
  keywords: person.name,
  icon: <Avatar person={person} size={16} tooltip={false} />,
})

/** The user first, then by name. */
export const byName =
  (me: string) => (a: Pick<Person, 'id' | 'name'>, b: Pick<Person, 'id' | 'name'>) =>
    Number(b.id === me) - Number(a.id === me) || a.name.localeCompare(b.name)

/** Assignable users, and current assignees who no longer are. */
export function useMembersListing(choice: Choice<readonly string[]>): ComboboxListing {
  const { slug, project_id, value, onChange } = choice
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = usePeople(slug)
  const assignable = useAssignable(slug, project_id)
  const offered = [...people.values()]
    .filter(({ id }) => assignable.has(id) || value.includes(id))
    .sort(byName(me))
  return {
    multiple: true,
    label: t('pickers.assignees'),
    options: withAddresses(
      offered.map((person) => personOption(person, me, t('pickers.you'))),
      offered,
    ),
    value,
    onChange,
  }
}

export function MembersPicker(props: PickerProps<readonly string[]>) {
  const { slug, project_id, value, onChange, look, disabled, placeholder, trigger, ...popup } =
    props
  const { t } = useTranslation()
  const people = usePeople(slug)
  const listing = useMembersListing({ slug, project_id, value, onChange })
  const chosen = value.flatMap((id) => people.get(id) ?? [])
  const names = chosen.map(({ name }) => name).join(', ')
  const unset = placeholder ?? t('pickers.assignees')
  return (
    <Combobox
      {...popup}
      {...listing}
      trigger={
        trigger ?? (
          <PropertyPill
            label={t('pickers.assignees')}
            icon={<AvatarGroup people={chosen} size={look === 'plain' ? 20 : 16} tooltip={false} />}
            look={look}
            disabled={disabled}
            valueText={names || undefined}
            placeholder={unset || undefined}
          >
            {look === 'plain' ? names || undefined : chosen.length === 1 ? names : undefined}
          </PropertyPill>
        )
      }
    />
  )
}

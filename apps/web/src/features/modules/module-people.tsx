import { User } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useAssignable } from '#entities/project/hooks.ts'
import { byName, MembersPicker, personOption } from '#entities/work-item/members-picker.tsx'
import type { PickerProps } from '#entities/work-item/picker-props.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { Avatar } from '#ui/people/avatar.tsx'

/** The lead: an assignable user, or none. */
export function LeadPicker(props: PickerProps<string | null>) {
  const { slug, project_id, value, onChange, look, disabled, placeholder, trigger, ...popup } =
    props
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = usePeople(slug)
  const assignable = useAssignable(slug, project_id)
  const lead = value ? people.get(value) : undefined
  const offered = [...people.values()].filter(({ id }) => assignable.has(id) || id === value)
  return (
    <Combobox
      {...popup}
      label={t('modules.lead')}
      options={offered.sort(byName(me)).map((person) => personOption(person, me, t('pickers.you')))}
      value={value}
      onChange={(id) => onChange(id === value ? null : id)}
      trigger={
        trigger ?? (
          <PropertyPill
            label={t('modules.lead')}
            icon={lead ? <Avatar person={lead} size={16} tooltip={false} /> : User}
            look={look}
            disabled={disabled}
            valueText={lead?.name ?? t('modules.no_lead')}
            placeholder={placeholder}
          >
            {look === 'ghost' ? undefined : lead?.name}
          </PropertyPill>
        )
      }
    />
  )
}

export function ModuleMembersPicker(props: PickerProps<readonly string[]>) {
  const { t } = useTranslation()
  return <MembersPicker placeholder={t('modules.members')} {...props} />
}

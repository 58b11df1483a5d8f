import { Briefcase, User, Users } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { byName, personOption } from '#entities/work-item/members-picker.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { counted } from '#ui/platform/number.ts'
import { useColleagues } from './hooks.ts'

interface PillProps<Value> {
  slug: string
  value: Value
  onChange: (value: Value) => void
}

function usePersonOptions(slug: string) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const people = useColleagues(slug)
  const options = people
    .toSorted(byName(me))
    .map((person) => personOption(person, me, t('pickers.you')))
  return { people, options }
}

/** The lead, or none. */
export function LeadPill({ slug, value, onChange }: PillProps<string | null>) {
  const { t } = useTranslation()
  const { people, options } = usePersonOptions(slug)
  const lead = people.find(({ id }) => id === value)
  return (
    <Combobox
      label={t('teamspaces.lead')}
      options={options}
      value={value}
      onChange={(id) => onChange(id === value ? null : id)}
      trigger={
        <PropertyPill
          label={t('teamspaces.lead')}
          icon={lead ? <Avatar person={lead} size={16} tooltip={false} /> : User}
          placeholder={t('teamspaces.lead')}
        >
          {lead?.name}
        </PropertyPill>
      }
    />
  )
}

export function MembersPill({ slug, value, onChange }: PillProps<readonly string[]>) {
  const { t } = useTranslation()
  const { options } = usePersonOptions(slug)
  return (
    <Combobox
      multiple
      label={t('teamspaces.members')}
      options={options}
      value={value}
      onChange={onChange}
      trigger={
        <PropertyPill label={t('teamspaces.members')} icon={Users}>
          {t('teamspaces.member_count', counted(value.length))}
        </PropertyPill>
      }
    />
  )
}

export function ProjectsPill({ slug, value, onChange }: PillProps<readonly string[]>) {
  const { t } = useTranslation()
  const projects = useProjects(slug) ?? []
  return (
    <Combobox
      multiple
      label={t('teamspaces.projects')}
      options={projects.map((project) => ({
        ...{ value: project.id, label: project.name, hint: project.identifier },
        icon: projectLogo(project),
      }))}
      value={value}
      onChange={onChange}
      trigger={
        <PropertyPill label={t('teamspaces.projects')} icon={Briefcase}>
          {t('teamspaces.project_count', counted(value.length))}
        </PropertyPill>
      }
    />
  )
}

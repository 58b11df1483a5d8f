import { MEMBER, type Project } from '@cairn/contract'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useChangeProject } from '#entities/project/change-hooks.ts'
import { toPerson } from '#entities/workspace/hooks.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { fieldFrame, SettingRow } from '#ui/controls/field.tsx'
import { SettingsSection } from '#ui/controls/form-layout.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Avatar, NoAvatar } from '#ui/people/avatar.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { MemberOfProject } from './hooks.ts'

interface ProjectDefaultsProps {
  slug: string
  project: Project
  members: readonly MemberOfProject[] | undefined
  editable: boolean
}

export function ProjectDefaults({ slug, project, members, editable }: ProjectDefaultsProps) {
  const { t } = useTranslation()
  const change = useChangeProject(slug, project.id)
  const { project_lead, default_assignee, guest_view_all_features, members_can_publish } = project
  const save = (patch: Parameters<typeof change.mutate>[0]) =>
    change.mutate(patch, {
      onSuccess: () =>
        toast({
          kind: 'success',
          id: 'project-saved',
          title: t('project_settings.updated', { name: project.name }),
        }),
    })
  return (
    <SettingsSection>
      <SettingRow
        label={t('project_settings.members.lead')}
        hint={t('project_settings.members.lead_hint')}
      >
        <PersonPicker
          label={t('project_settings.members.lead')}
          members={members}
          value={project_lead}
          editable={editable}
          onChange={(id) => save({ project_lead: id })}
        />
      </SettingRow>
      <SettingRow
        label={t('project_settings.members.default_assignee')}
        hint={t('project_settings.members.default_assignee_hint')}
      >
        <PersonPicker
          label={t('project_settings.members.default_assignee')}
          members={members}
          value={default_assignee}
          editable={editable}
          onChange={(id) => save({ default_assignee: id })}
        />
      </SettingRow>
      <SettingRow
        htmlFor="guest-access"
        label={t('project_settings.members.guest_access')}
        hint={t('project_settings.members.guest_access_hint')}
      >
        <Switch
          id="guest-access"
          disabled={!editable}
          checked={guest_view_all_features}
          onChange={(on) => save({ guest_view_all_features: on })}
        />
      </SettingRow>
      <SettingRow
        htmlFor="members-publish"
        label={t('project_settings.members.publishing')}
        hint={t('project_settings.members.publishing_hint')}
      >
        <Switch
          id="members-publish"
          disabled={!editable}
          checked={members_can_publish}
          onChange={(on) => save({ members_can_publish: on })}
        />
      </SettingRow>
    </SettingsSection>
  )
}

interface PersonPickerProps {
  label: string
  members: readonly MemberOfProject[] | undefined
  value: string | null
  editable: boolean
  onChange: (id: string | null) => void
}

const NOBODY = ''

/** Guests are left out: work cannot be assigned to them. */
function PersonPicker({ label, members, value, editable, onChange }: PersonPickerProps) {
  const { t } = useTranslation()
  const none = t('project_settings.members.nobody')
  const people = (members ?? []).filter(({ row }) => row.role >= MEMBER)
  const chosen = people.find(({ row }) => row.member === value)
  const person = chosen && toPerson(chosen.person)
  const face = (
    <>
      {person ? (
        <Avatar person={person} size={16} tooltip={false} />
      ) : (
        <NoAvatar size={16} label="" />
      )}
      <span className="min-w-0 grow truncate">{person?.name ?? none}</span>
    </>
  )
  const width = 'w-52 shrink-0 max-md:w-40'
  if (!editable) {
    return <span className={`${width} flex items-center gap-2 text-ink-2`}>{face}</span>
  }
  return (
    <div className={width}>
      <Combobox
        label={label}
        align="end"
        options={[
          { value: NOBODY, label: none, icon: <NoAvatar size={16} label="" /> },
          ...people.map(({ row, person: who }) => ({
            value: row.member,
            label: who.member.display_name,
            icon: <Avatar person={toPerson(who)} size={16} tooltip={false} />,
          })),
        ]}
        value={value ?? NOBODY}
        onChange={(id) => onChange(id === NOBODY ? null : id)}
        trigger={
          <button
            type="button"
            aria-label={`${label}: ${person?.name ?? none}`}
            className={classNames(fieldFrame('md', false), 'w-full text-left')}
          >
            {face}
            <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
          </button>
        }
      />
    </div>
  )
}

import type { Teamspace } from '@cairn/contract'
import { useNavigate } from '@tanstack/react-router'
import { Briefcase, User, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#data/tell-failure.ts'
import { useMe } from '#features/account/hooks.ts'
import { useProjects } from '#features/projects/hooks.ts'
import { projectLogo } from '#features/projects/project-logo.tsx'
import { byName, personOption } from '#features/work-item-pickers/members-picker.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmojiIconPicker } from '#ui/emoji-icon-picker.tsx'
import { FormFields } from '#ui/form-layout.tsx'
import { Input } from '#ui/input.tsx'
import { LogoMark } from '#ui/logo-mark.tsx'
import type { LogoValue } from '#ui/logo-value.ts'
import { counted } from '#ui/number.ts'
import { PropertyPill } from '#ui/property-pill.tsx'
import { toast } from '#ui/toast.ts'
import { useColleagues, useSaveTeamspace } from './hooks.ts'

interface TeamspaceDialogProps {
  slug: string
  /** The one to change; without, a new one. */
  teamspace?: Teamspace
  onClose: () => void
}

const LONGEST = 255

/** A teamspace's name and picture, who leads it, who is in it, and around which projects. */
export default function TeamspaceDialog({ slug, teamspace, onClose }: TeamspaceDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id: me } = useMe()
  const nameField = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(true)
  const [name, setName] = useState(teamspace?.name ?? '')
  const [logo, setLogo] = useState((teamspace?.logo_props ?? {}) as LogoValue)
  const [lead_id, setLead] = useState(teamspace?.lead_id ?? null)
  const [member_ids, setMembers] = useState<readonly string[]>(teamspace?.member_ids ?? [me])
  const [project_ids, setProjects] = useState<readonly string[]>(teamspace?.project_ids ?? [])
  const [tried, setTried] = useState(false)
  const save = useSaveTeamspace(slug, teamspace?.id)
  const nameError = (tried && !name.trim() && t('teamspaces.name_required')) || undefined

  function close() {
    setOpen(false)
    // After the dialog has faded out.
    setTimeout(onClose, 200)
  }

  function handleSubmit() {
    setTried(true)
    if (!name.trim() || save.isPending) return
    const body = {
      ...{ name: name.trim(), logo_props: { ...logo }, lead_id },
      ...{ member_ids: [...member_ids], project_ids: [...project_ids] },
    }
    save.mutate(body, {
      onSuccess: ({ id }) => {
        close()
        toast({
          kind: 'success',
          title: t(teamspace ? 'teamspaces.updated' : 'teamspaces.created'),
        })
        if (teamspace) return
        void navigate({ to: '/$slug/teamspaces/$teamspaceId/', params: { slug, teamspaceId: id } })
      },
    })
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      dismissible={false}
      title={t(teamspace ? 'teamspaces.edit_title' : 'teamspaces.create_title')}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t(teamspace ? 'teamspaces.save' : 'teamspaces.create')}
          </Button>
        </>
      }
    >
      <FormFields>
        {save.error && (
          <Banner boxed tone="danger">
            {sentenceOf(save.error) ?? t('errors.something_wrong')}
          </Banner>
        )}
        <div className="flex items-start gap-3">
          <EmojiIconPicker
            label={t('teamspaces.logo')}
            value={logo}
            onChange={setLogo}
            trigger={
              <button
                type="button"
                aria-label={t('teamspaces.logo')}
                className="mt-6.5 grid size-9 shrink-0 place-items-center rounded-lg border border-line bg-hover hover:bg-pressed max-md:size-11"
              >
                <LogoMark value={logo} size={20} fallback={Users} />
              </button>
            }
          />
          <div className="min-w-0 grow">
            <Input
              ref={nameField}
              size="lg"
              label={t('teamspaces.name')}
              required
              maxLength={LONGEST}
              value={name}
              onChange={(event) => setName(event.target.value)}
              error={nameError}
            />
          </div>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <LeadPill slug={slug} value={lead_id} onChange={setLead} />
          <MembersPill slug={slug} value={member_ids} onChange={setMembers} />
          <ProjectsPill slug={slug} value={project_ids} onChange={setProjects} />
        </div>
        <p className="text-small text-ink-2">{t('teamspaces.no_rights')}</p>
      </FormFields>
    </Dialog>
  )
}

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

function LeadPill({ slug, value, onChange }: PillProps<string | null>) {
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

function MembersPill({ slug, value, onChange }: PillProps<readonly string[]>) {
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

function ProjectsPill({ slug, value, onChange }: PillProps<readonly string[]>) {
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

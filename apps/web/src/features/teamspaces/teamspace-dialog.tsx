import type { Teamspace } from '@cairn/contract'
import { Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useChangeTeamspace, useCreateTeamspace } from '#entities/teamspace/hooks.ts'
import { LeadPill, MembersPill, ProjectsPill } from '#entities/teamspace/pills.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { LogoAndName } from '#ui/icons/logo-and-name.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { navigate } from '#ui/router/router.ts'

interface TeamspaceDialogProps {
  slug: string
  /** The teamspace to edit; undefined for a new one. */
  teamspace?: Teamspace
  onClose: () => void
}

const MAX_LENGTH = 255

/** Name, logo, lead, members and projects of a teamspace. */
export default function TeamspaceDialog({ slug, teamspace, onClose }: TeamspaceDialogProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const nameField = useRef<HTMLInputElement>(null)
  const { open, problem, nameProblem, close, send } = useSentDialog(onClose)
  const [name, setName] = useState(teamspace?.name ?? '')
  const [logo, setLogo] = useState((teamspace?.logo_props ?? {}) as LogoValue)
  const [lead_id, setLead] = useState(teamspace?.lead_id ?? null)
  const [member_ids, setMembers] = useState<readonly string[]>(teamspace?.member_ids ?? [me])
  const [project_ids, setProjects] = useState<readonly string[]>(teamspace?.project_ids ?? [])
  const [tried, setTried] = useState(false)
  const create = useCreateTeamspace(slug)
  const change = useChangeTeamspace(slug)
  const nameError = (tried && !name.trim() && t('teamspaces.name_required')) || undefined

  function handleSubmit() {
    setTried(true)
    if (!name.trim()) return
    const body = {
      ...{ name: name.trim(), logo_props: { ...logo }, lead_id },
      ...{ member_ids: [...member_ids], project_ids: [...project_ids] },
    }
    const say = (title: string) => void toast({ kind: 'success', title })
    if (teamspace) {
      const sent = send('teamspaces.not_updated', () =>
        say(t('teamspaces.updated', { name: body.name })),
      )
      return change.mutate({ id: teamspace.id, patch: body }, sent)
    }
    create.mutate(
      body,
      send('teamspaces.not_created', ({ id }: Teamspace) => {
        say(t('teamspaces.created', { name: body.name }))
        void navigate({ to: '/$slug/teamspaces/$teamspaceId/', params: { slug, teamspaceId: id } })
      }),
    )
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      dismissible={false}
      title={t(teamspace ? 'teamspaces.edit_title' : 'teamspaces.create_title')}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      action={t(teamspace ? 'teamspaces.save' : 'teamspaces.create')}
      problem={problem}
    >
      <LogoAndName
        logo={logo}
        onLogo={setLogo}
        logoLabel={t('teamspaces.logo')}
        fallback={Users}
        name={name}
        onName={setName}
        nameLabel={t('teamspaces.name')}
        nameField={nameField}
        maxLength={MAX_LENGTH}
        error={nameProblem ?? nameError}
      />
      <div className="flex flex-wrap gap-1.5">
        <LeadPill slug={slug} value={lead_id} onChange={setLead} />
        <MembersPill slug={slug} value={member_ids} onChange={setMembers} />
        <ProjectsPill slug={slug} value={project_ids} onChange={setProjects} />
      </div>
      <p className="text-small text-ink-2">{t('teamspaces.no_rights')}</p>
    </FormDialog>
  )
}

import { MEMBER } from '@cairn/contract'
import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useIsInstanceAdmin } from '#entities/account/hooks.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { InviteLinks } from '#entities/invitation/invite-links.tsx'
import {
  type InviteRow,
  MAX_ROWS,
  newRow,
  problemsOf,
  readList,
  spread,
} from '#entities/invitation/invite-rows.ts'
import { type InviteLink, useInvite } from '#entities/invitation/pending-hooks.ts'
import { rolesUpTo } from '#entities/member/role-menu.tsx'
import { useProjects } from '#entities/project/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Link } from '#ui/router/link.tsx'
import { givableProjects, type ProjectSeat, ProjectSeatsField } from './project-seats-field.tsx'

interface InviteDialogProps {
  slug: string
  ownRole: number
  /** The project they are invited to, where the dialog was opened in one. */
  project?: { id: string; name: string }
  onClose: () => void
}

export default function InviteDialog({ onClose, ...form }: InviteDialogProps) {
  const { t } = useTranslation()
  const mailed = useInstance()?.config.is_smtp_configured
  const [links, setLinks] = useState<InviteLink[]>()

  function handleSent(sent: InviteLink[], asked: number) {
    const before = asked - sent.length
    if (!mailed && sent.length > 0) {
      setLinks(sent)
      if (before > 0) toast({ kind: 'info', title: t('members.invited_before', { count: before }) })
      return
    }
    onClose()
    toast({
      kind: sent.length > 0 ? 'success' : 'info',
      title:
        sent.length > 0
          ? t('members.invited', { count: sent.length })
          : t('members.all_invited_before'),
      text:
        before > 0 && sent.length > 0 ? t('members.invited_before', { count: before }) : undefined,
    })
  }

  if (links) {
    return (
      <Dialog
        open
        title={t('members.links_title')}
        description={t('members.links_text')}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('ui.done')}
          </Button>
        }
      >
        <InviteLinks links={links} />
      </Dialog>
    )
  }
  return <InviteForm {...form} mailed={mailed} onClose={onClose} onSent={handleSent} />
}

interface InviteFormProps extends InviteDialogProps {
  mailed: boolean | undefined
  onSent: (links: InviteLink[], asked: number) => void
}

/** Which emails belong to members, if that is why the server refused. */
function membersIn(error: unknown): string[] {
  const body = error instanceof ApiError ? error.body : undefined
  const { workspace_users = [] } = (body ?? {}) as {
    workspace_users?: { member?: { email?: string } }[]
  }
  return workspace_users.flatMap(({ member }) => member?.email ?? [])
}

function InviteForm({ slug, ownRole, project, mailed, onClose, onSent }: InviteFormProps) {
  const { t } = useTranslation()
  const projects = givableProjects(useProjects(slug) ?? [], ownRole)
  const [rows, setRows] = useState(() => [newRow()])
  const [seats, setSeats] = useState<ProjectSeat[]>(
    project ? [{ project_id: project.id, role: MEMBER }] : [],
  )
  const [note, setNote] = useState('')
  const [checked, setChecked] = useState(false)
  const invite = useInvite(slug)
  const problems = checked ? problemsOf(rows) : undefined
  const members = membersIn(invite.error)
  const options = rolesUpTo(ownRole).map((role) => ({
    value: role,
    label: t(`shell.role.${role}`),
  }))

  function set(key: number, change: Partial<InviteRow>) {
    setRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
    // The user is correcting the refused input.
    invite.reset()
  }

  function handlePaste(event: ClipboardEvent, row: InviteRow) {
    const list = readList(event.clipboardData.getData('text'))
    if (!list || row.email.trim()) return
    event.preventDefault()
    setRows(spread(rows, row, list))
  }

  function handleSubmit() {
    setChecked(true)
    if (problemsOf(rows).size > 0 || invite.isPending) return
    const emails = rows.map(({ email, role }) => ({ email: email.trim(), role }))
    invite.mutate(
      { emails, projects: seats, note },
      { onSuccess: (sent) => onSent(sent, emails.length) },
    )
  }

  function errorOf({ key, email }: InviteRow) {
    const problem = problems?.get(key)
    if (problem) return t(`members.email_${problem}`)
    return members.includes(email.trim().toLowerCase()) ? t('members.email_of_member') : undefined
  }

  return (
    <Dialog
      open
      title={
        project ? t('members.invite_to_project', { name: project.name }) : t('members.invite_title')
      }
      description={t('members.invite_text')}
      onClose={() => !invite.isPending && onClose()}
      onSubmit={handleSubmit}
      dismissible={rows.every(({ email }) => !email) && !note}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={invite.isPending}>
            {t(mailed === false ? 'members.invite_links' : 'members.invite')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {rows.map((row, index) => (
          <div key={row.key} className="flex items-start gap-2">
            <div className="min-w-0 grow">
              <Input
                size="lg"
                type="email"
                autoFocus={index > 0 && !row.email}
                autoComplete="off"
                hideLabel
                label={t('members.email_number', { number: index + 1 })}
                placeholder={t('members.email_placeholder')}
                value={row.email}
                onChange={(event) => set(row.key, { email: event.target.value })}
                onPaste={(event) => handlePaste(event, row)}
                error={errorOf(row)}
              />
            </div>
            <div className="w-30 shrink-0">
              <Select
                size="lg"
                hideLabel
                label={t('members.role_number', { number: index + 1 })}
                options={options}
                value={row.role}
                onChange={(role) => set(row.key, { role })}
              />
            </div>
            {rows.length > 1 && (
              <IconButton
                className="mt-1 -mr-2 max-md:mt-0"
                icon={X}
                label={t('members.remove_row', { number: index + 1 })}
                onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
              />
            )}
          </div>
        ))}
        <Button
          variant="ghost"
          className="-mt-1.5 -ml-2.5 w-fit"
          icon={Plus}
          disabled={rows.length >= MAX_ROWS}
          onClick={() => setRows([...rows, newRow()])}
        >
          {t('members.add_more')}
        </Button>
        {projects.length > 0 && (
          <ProjectSeatsField projects={projects} seats={seats} onChange={setSeats} />
        )}
        <Textarea
          label={t('members.note')}
          placeholder={t('members.note_example')}
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {mailed === false && <NoMail />}
        {invite.isError && members.length === 0 && (
          <Banner tone="danger" boxed>
            <span className="wrap-anywhere">
              {(invite.error instanceof ApiError && invite.error.sentence) ||
                t('errors.something_wrong')}
            </span>
          </Banner>
        )}
      </div>
    </Dialog>
  )
}

function NoMail() {
  const { t } = useTranslation()
  const isInstanceAdmin = useIsInstanceAdmin()
  return (
    <Banner boxed>
      {t('members.no_mail')}{' '}
      {isInstanceAdmin && (
        <Link to="/god-mode/email/" className="link">
          {t('members.no_mail_link')}
        </Link>
      )}
    </Banner>
  )
}

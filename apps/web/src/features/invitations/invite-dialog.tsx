import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
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
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'

interface InviteDialogProps {
  slug: string
  ownRole: number
  onClose: () => void
}

export default function InviteDialog({ slug, ownRole, onClose }: InviteDialogProps) {
  const { t } = useTranslation()
  const mailed = useInstance()?.config.is_smtp_configured
  const [links, setLinks] = useState<InviteLink[]>()

  function handleSent(sent: InviteLink[], asked: number) {
    const before = asked - sent.length
    toast({
      kind: before === asked ? 'info' : 'success',
      title: t(before === asked ? 'members.all_invited_before' : 'members.invited'),
      text:
        before > 0 && before < asked ? t('members.invited_before', { count: before }) : undefined,
    })
    if (mailed || sent.length === 0) onClose()
    else setLinks(sent)
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
  return <InviteForm slug={slug} ownRole={ownRole} onClose={onClose} onSent={handleSent} />
}

interface InviteFormProps extends InviteDialogProps {
  onSent: (links: InviteLink[], asked: number) => void
}

/** Which of the addresses belong to members, where that is why the server refused. */
function membersIn(error: unknown): string[] {
  const body = error instanceof ApiError ? error.body : undefined
  const { workspace_users = [] } = (body ?? {}) as {
    workspace_users?: { member?: { email?: string } }[]
  }
  return workspace_users.flatMap(({ member }) => member?.email ?? [])
}

function InviteForm({ slug, ownRole, onClose, onSent }: InviteFormProps) {
  const { t } = useTranslation()
  const [rows, setRows] = useState(() => [newRow()])
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
    // What was refused is about to be put right.
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
    invite.mutate({ emails }, { onSuccess: (sent) => onSent(sent, emails.length) })
  }

  function errorOf({ key, email }: InviteRow) {
    const problem = problems?.get(key)
    if (problem) return t(`members.email_${problem}`)
    return members.includes(email.trim().toLowerCase()) ? t('members.email_of_member') : undefined
  }

  return (
    <Dialog
      open
      title={t('members.invite_title')}
      description={t('members.invite_text')}
      onClose={() => !invite.isPending && onClose()}
      onSubmit={handleSubmit}
      dismissible={rows.every(({ email }) => !email)}
      footer={
        <>
          <Button
            variant="ghost"
            className="mr-auto -ml-2.5"
            icon={Plus}
            disabled={rows.length >= MAX_ROWS}
            onClick={() => setRows([...rows, newRow()])}
          >
            {t('members.add_more')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={invite.isPending}>
            {t(invite.isPending ? 'members.inviting' : 'members.invite')}
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
        {invite.isError && (
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

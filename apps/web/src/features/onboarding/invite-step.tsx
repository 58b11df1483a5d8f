import { ADMIN, GUEST, MEMBER, readEmail, type Workspace } from '@cairn/contract'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { InviteLinks } from '#entities/invitation/invite-links.tsx'
import { type InviteRow, MAX_ROWS, newRow } from '#entities/invitation/invite-rows.ts'
import { type InviteLink, useInvite } from '#entities/invitation/pending-hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { OnboardingLayout } from './onboarding-layout.tsx'
import { useFinish } from './save-progress.ts'

interface InviteStepProps {
  total: number
  workspace: Workspace
}

export function InviteStep({ total, workspace }: InviteStepProps) {
  const { t } = useTranslation()
  const mailed = useInstance()?.config.is_smtp_configured
  const finish = useFinish()
  const [links, setLinks] = useState<InviteLink[]>()

  function handleSent(sent: InviteLink[]) {
    if (!mailed && sent.length > 0) {
      setLinks(sent)
      return
    }
    if (sent.length > 0) {
      toast({ kind: 'success', title: t('members.invited', { count: sent.length }) })
    }
    finish.mutate()
  }

  const step = { current: total, total }
  if (links) {
    return (
      <OnboardingLayout
        {...step}
        title={t('onboarding.links_title')}
        subtitle={t('onboarding.links_text')}
      >
        <div className="mt-6">
          <InviteLinks links={links} />
        </div>
        <Button
          variant="primary"
          size="lg"
          block
          className="mt-6"
          busy={finish.isPending}
          onClick={() => finish.mutate()}
        >
          {t('onboarding.continue_to_workspace')}
        </Button>
      </OnboardingLayout>
    )
  }
  return (
    <OnboardingLayout
      {...step}
      title={t('onboarding.invite_title')}
      subtitle={t('onboarding.invite_text', { workspace: workspace.name })}
    >
      <InviteForm
        slug={workspace.slug}
        mailed={mailed}
        finishing={finish.isPending}
        onSent={handleSent}
      />
      <Button
        variant="ghost"
        size="lg"
        block
        className="mt-2"
        disabled={finish.isPending}
        onClick={() => finish.mutate()}
      >
        {t('onboarding.later')}
      </Button>
    </OnboardingLayout>
  )
}

interface InviteFormProps {
  slug: string
  mailed: boolean | undefined
  finishing: boolean
  onSent: (links: InviteLink[]) => void
}

/** No form element: Enter in a row must not send the others. */
function InviteForm({ slug, mailed, finishing, onSent }: InviteFormProps) {
  const { t } = useTranslation()
  const [rows, setRows] = useState(() => [newRow(), newRow(), newRow()])
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const invite = useInvite(slug)
  const roles = ([GUEST, MEMBER, ADMIN] as const).map((role) => ({
    value: role,
    label: t(`shell.role.${role}`),
    hint: t(`onboarding.role_hint.${role}`),
  }))
  const filled = rows.filter(({ email }) => email.trim())
  const isInvalid = ({ email }: InviteRow) => email.trim() !== '' && !readEmail(email)
  const ready = filled.length > 0 && !filled.some(isInvalid)

  const set = (key: number, change: Partial<InviteRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))

  function handleSend() {
    const emails = filled.map(({ email, role }) => ({ email: email.trim(), role }))
    invite.mutate(
      { emails },
      {
        onSuccess: onSent,
        onError: (error) => notifyFailure(t('onboarding.not_invited'), error),
      },
    )
  }

  return (
    <div className="mt-6">
      <ul className="flex flex-col gap-3">
        {rows.map((row, index) => (
          <li key={row.key} className="flex items-start gap-2">
            <div className="min-w-0 grow">
              <Input
                size="lg"
                type="email"
                hideLabel
                label={t('onboarding.email_number', { number: index + 1 })}
                placeholder={t('onboarding.email_example')}
                autoComplete="off"
                autoFocus={index === 0}
                value={row.email}
                onChange={(event) => set(row.key, { email: event.target.value })}
                onBlur={() => setLeft(new Set(left).add(row.key))}
                error={left.has(row.key) && isInvalid(row) ? t('onboarding.no_email') : undefined}
              />
            </div>
            <div className="w-28 shrink-0">
              <Select
                size="lg"
                hideLabel
                label={t('onboarding.role_number', { number: index + 1 })}
                options={roles}
                value={row.role}
                onChange={(role) => set(row.key, { role })}
              />
            </div>
            {rows.length > 1 && (
              <IconButton
                className="mt-1 max-md:mt-0"
                icon={X}
                label={t('onboarding.remove_row', { number: index + 1 })}
                onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
              />
            )}
          </li>
        ))}
      </ul>
      <Button
        variant="ghost"
        icon={Plus}
        className="mt-3 -ml-2.5"
        disabled={rows.length >= MAX_ROWS}
        onClick={() => setRows([...rows, newRow()])}
      >
        {t('onboarding.add_another')}
      </Button>
      <Button
        variant="primary"
        size="lg"
        block
        className="mt-6"
        busy={invite.isPending || finishing}
        disabled={!ready}
        onClick={handleSend}
      >
        {t(mailed === false ? 'members.invite_links' : 'members.invite')}
      </Button>
    </div>
  )
}

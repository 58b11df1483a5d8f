import type { Invitation, WorkspaceMember } from '@cairn/contract'
import { ChevronRight, Copy, Ellipsis, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import {
  useChangeInvitedRole,
  useInvitations,
  useInviteLink,
  useResend,
  useRevoke,
} from '#entities/invitation/pending-hooks.ts'
import { RoleMenu } from '#entities/member/role-menu.tsx'
import { Panel, PanelRow } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Count, Tag, type Tone } from '#ui/people/badge.tsx'
import { copyText } from '#ui/platform/copy-text.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { type PendingStatus, statusOf } from './pending-status.ts'

interface PendingInvitesProps {
  slug: string
  ownRole: number
  members: readonly WorkspaceMember[]
}

/** Hidden if there are no invitations. */
export function PendingInvites({ slug, ownRole, members }: PendingInvitesProps) {
  const { t } = useTranslation()
  const invitations = useInvitations(slug)
  const [open, setOpen] = useState(true)
  const [revoking, setRevoking] = useState<Invitation>()
  const revoke = useRevoke(slug)
  // The socket emits an event for the new member, but not for the used invitation.
  const inside = new Set(members.map(({ member }) => member.email))
  const waiting = invitations?.filter(({ email }) => !inside.has(email)) ?? []

  function handleRevoke(invitation: Invitation) {
    revoke.mutate(invitation, {
      onSettled: () => setRevoking(undefined),
      onSuccess: () =>
        toast({
          kind: 'success',
          title: t('members.invitation_removed', { email: invitation.email }),
        }),
      onError: (error) => notifyFailure(t('members.invitation_not_removed'), error),
    })
  }

  if (waiting.length === 0) return null
  return (
    <section className="mt-8">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex h-7 items-center gap-1.5 rounded-md pr-2 pl-1 font-medium hover:bg-hover max-md:h-11"
        >
          <Icon
            of={ChevronRight}
            className={classNames(
              'text-ink-3 transition-transform duration-(--time-base)',
              open && 'rotate-90',
            )}
          />
          {t('members.pending')}
          <Count value={waiting.length} />
        </button>
      </h2>
      {open && (
        <div className="mt-2">
          <Panel>
            {waiting.map((invitation) => (
              <PendingInvite
                key={invitation.id}
                slug={slug}
                ownRole={ownRole}
                invitation={invitation}
                onRevoke={() => setRevoking(invitation)}
              />
            ))}
          </Panel>
        </div>
      )}
      <ConfirmDialog
        open={revoking !== undefined}
        title={t('members.revoke_question', { email: revoking?.email })}
        confirmLabel={t('members.remove')}
        busyLabel={t('members.removing')}
        busy={revoke.isPending}
        onClose={() => !revoke.isPending && setRevoking(undefined)}
        onConfirm={() => revoking && handleRevoke(revoking)}
      >
        {t('members.revoke_text')}
      </ConfirmDialog>
    </section>
  )
}

const tones: Record<PendingStatus, Tone> = {
  pending: 'warning',
  accepted: 'success',
  declined: 'neutral',
  expired: 'danger',
}

interface PendingInviteProps {
  slug: string
  ownRole: number
  invitation: Invitation
  onRevoke: () => void
}

function PendingInvite({ slug, ownRole, invitation, onRevoke }: PendingInviteProps) {
  const { t } = useTranslation()
  const change = useChangeInvitedRole(slug)
  const resend = useResend(slug)
  const findLink = useInviteLink(slug)
  const mailed = useInstance()?.config.is_smtp_configured
  const { id, email, role, expires_at, projects } = invitation
  const status = statusOf(invitation)
  const day = longDate(dayOfMoment(expires_at))
  // A link with a role above the user's own would let them obtain it.
  const manageable = role <= ownRole

  async function copyLink() {
    try {
      const { link, renewed } = await findLink(invitation)
      if (await copyText(link)) {
        toast({
          kind: 'success',
          title: t('members.link_copied'),
          text: renewed ? t('members.link_renewed') : undefined,
        })
      } else notifyFailure(t('members.link_not_copied'), undefined)
    } catch (error) {
      notifyFailure(t('members.link_not_copied'), error)
    }
  }

  function handleResend() {
    resend.mutate(invitation, {
      onSuccess: () => toast({ kind: 'success', title: t('members.resent', { email }) }),
      onError: (error) => notifyFailure(t('members.not_resent', { email }), error),
    })
  }

  return (
    <PanelRow>
      <Avatar person={{ id, name: email }} size={24} tooltip={false} />
      <div className="flex min-w-0 grow items-center gap-x-2.5 max-md:flex-col max-md:items-start max-md:py-1">
        <Tooltip label={email}>
          <span className="max-w-full min-w-0 grow truncate">{email}</span>
        </Tooltip>
        {projects.length > 0 && (
          <Tooltip label={projects.map(({ name }) => name).join(', ')}>
            <span className="shrink-0 text-small text-ink-3">
              {t('members.project_count', { count: projects.length })}
            </span>
          </Tooltip>
        )}
        <span className="flex shrink-0 items-center gap-x-2 max-md:shrink max-md:flex-wrap">
          <span className="md:w-19">
            <Tag tone={tones[status]}>{t(`members.status.${status}`)}</Tag>
          </span>
          <span className="text-small whitespace-nowrap text-ink-3 tabular-nums md:w-34">
            {status === 'pending' && t('members.expires', { date: day })}
            {status === 'expired' && t('members.expired_on', { date: day })}
          </span>
        </span>
      </div>
      <div className="w-20 shrink-0">
        {manageable ? (
          <RoleMenu
            label={t('members.account_type_of', { name: email })}
            role={role}
            highest={ownRole}
            onChange={(next) => change.mutate({ id, role: next })}
          />
        ) : (
          <span className="text-ink-2">{t(`shell.role.${role}` as TextKey)}</span>
        )}
      </div>
      <Menu
        align="end"
        trigger={
          <IconButton size="sm" icon={Ellipsis} label={t('members.actions_for', { name: email })} />
        }
        items={[
          manageable && {
            label: t('members.copy_link'),
            icon: Copy,
            onSelect: () => void copyLink(),
          },
          // Without SMTP there is nothing to resend, only the link to copy.
          manageable &&
            mailed && {
              label: t('members.resend'),
              icon: Send,
              onSelect: handleResend,
            },
          {
            label: t('members.remove'),
            icon: Trash2,
            danger: true,
            onSelect: onRevoke,
          },
        ]}
      />
    </PanelRow>
  )
}

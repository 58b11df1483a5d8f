import type { OpenSession } from '@cairn/contract'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { describeAgent, isPhone } from '#entities/account/describe-agent.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, PanelRow, SettingsSection } from '#ui/controls/form-layout.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { useOpenSessions, useRevokeSession } from './hooks.ts'

/** Active sessions of the account, which can be ended here. */
export function OpenSessions() {
  const { t } = useTranslation()
  const sessions = useOpenSessions()
  const revoke = useRevokeSession()
  const [asking, setAsking] = useState(false)
  const others = sessions?.filter(({ is_current }) => !is_current) ?? []
  const ordered = sessions && [...sessions.filter(({ is_current }) => is_current), ...others]

  function revokeOthers() {
    setAsking(false)
    for (const { id } of others) revoke.mutate(id)
  }

  return (
    <SettingsSection
      title={t('sessions.title')}
      description={t('sessions.text')}
      action={
        others.length > 0 && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('sessions.revoke_others')}
          </Button>
        )
      }
    >
      <div className="mt-2">
        <Panel>
          {ordered ? (
            ordered.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onRevoke={() => revoke.mutate(session.id)}
              />
            ))
          ) : (
            <SkeletonGroup>
              <div className="flex h-12 items-center gap-2.5 px-3">
                <Skeleton width={16} height={16} />
                <Skeleton width={180} />
              </div>
            </SkeletonGroup>
          )}
        </Panel>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={revokeOthers}
        title={t('sessions.question')}
        confirmLabel={t('sessions.revoke_others')}
      >
        {t('sessions.consequence', { count: others.length })}
      </ConfirmDialog>
    </SettingsSection>
  )
}

function SessionRow({ session, onRevoke }: { session: OpenSession; onRevoke: () => void }) {
  const { t } = useTranslation()
  const { browser, system } = describeAgent(session.user_agent)
  const name = browser
    ? t(system ? 'sessions.browser_on' : 'sessions.browser', { browser, system })
    : t('sessions.unknown')
  return (
    <PanelRow>
      <Icon of={isPhone(session.user_agent) ? Smartphone : Monitor} className="text-ink-3" />
      <span className="min-w-0 grow py-1">
        <span className="flex items-center gap-2 font-medium">
          {name}
          {session.is_current && <Tag tone="success">{t('sessions.current')}</Tag>}
        </span>
        <span className="block truncate text-small text-ink-3 tabular-nums">
          {session.ip_address}
          {` · ${t('sessions.signed_in')} `}
          <RelativeTime at={session.created_at} />
        </span>
      </span>
      {!session.is_current && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('sessions.revoke_named', { name })}
          onClick={onRevoke}
        >
          {t('sessions.revoke')}
        </Button>
      )}
    </PanelRow>
  )
}

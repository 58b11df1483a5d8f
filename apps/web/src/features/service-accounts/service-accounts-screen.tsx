import { ADMIN, type ServiceAccount } from '@cairn/contract'
import { Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useExpiryText } from '#entities/token/use-expiry-text.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, SettingsPage } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import type { AskedDialog } from './account-dialog.tsx'
import { useRevokeServiceAccount, useServiceAccounts } from './hooks.ts'
import { useProjectNames } from './use-project-names.ts'

const AccountDialog = lazy(() => import('./account-dialog.tsx'))

/** Service accounts for programs, for workspace admins. */
export function ServiceAccountsScreen() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const workspace = useWorkspace(slug)
  usePageTitle(workspace && t('service_accounts.page_title', { workspace: workspace.name }))
  if (!workspace) return null
  if (workspace.role !== ADMIN) return <NotAuthorized text={t('service_accounts.not_authorized')} />
  return <ServiceAccounts slug={slug} />
}

function ServiceAccounts({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { data: accounts, isError, refetch } = useServiceAccounts(slug)
  const revoke = useRevokeServiceAccount(slug)
  const [asked, setAsked] = useState<AskedDialog>()
  const [revoking, setRevoking] = useState<ServiceAccount>()
  const add = (
    <Button variant="primary" onClick={() => setAsked({ kind: 'create' })}>
      {t('service_accounts.create')}
    </Button>
  )

  function confirm() {
    if (!revoking) return
    const { id, name } = revoking
    revoke.mutate(id, {
      onSuccess: () => toast({ kind: 'success', title: t('service_accounts.revoked', { name }) }),
    })
    setRevoking(undefined)
  }

  return (
    <SettingsPage
      title={t('service_accounts.title')}
      description={t('service_accounts.text')}
      action={accounts?.length ? add : undefined}
    >
      {!accounts &&
        (isError ? (
          <NotRead onRetry={() => void refetch()}>{t('service_accounts.not_read')}</NotRead>
        ) : (
          <AccountsSkeleton />
        ))}
      {accounts?.length === 0 && (
        <div className="pt-16">
          <EmptyState title={t('service_accounts.none')} action={add}>
            {t('service_accounts.none_text')}
          </EmptyState>
        </div>
      )}
      {accounts && accounts.length > 0 && (
        <div className="mt-6">
          <Panel>
            {accounts.map((account) => (
              <AccountRow
                key={account.id}
                slug={slug}
                account={account}
                onAsk={setAsked}
                onRevoke={() => setRevoking(account)}
              />
            ))}
          </Panel>
        </div>
      )}
      <Presence>
        {asked && (
          <Suspense>
            <AccountDialog slug={slug} asked={asked} onClose={() => setAsked(undefined)} />
          </Suspense>
        )}
      </Presence>
      <ConfirmDialog
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        onConfirm={confirm}
        title={t('service_accounts.revoke_title')}
        confirmLabel={t('service_accounts.revoke')}
      >
        <span className="wrap-anywhere">
          {t('service_accounts.revoke_text', { name: revoking?.name })}
        </span>
      </ConfirmDialog>
    </SettingsPage>
  )
}

interface AccountRowProps {
  slug: string
  account: ServiceAccount
  onAsk: (asked: AskedDialog) => void
  onRevoke: () => void
}

function AccountRow({ slug, account, onAsk, onRevoke }: AccountRowProps) {
  const { t } = useTranslation()
  const expiryText = useExpiryText()
  const projectNames = useProjectNames(slug)
  const { name, role, project_ids, is_active, expired_at, last_used } = account
  return (
    <div className="flex items-start gap-2.5 py-2.5 pr-2 pl-3 hover:bg-hover">
      <div className="min-w-0 grow">
        <p className="flex items-center gap-2">
          <span className="min-w-0 truncate font-medium">{name}</span>
          <Tag>{t(`shell.role.${role}`)}</Tag>
          {!is_active && <Tag tone="warning">{t('api_tokens.expired')}</Tag>}
        </p>
        <p className="mt-0.5 truncate text-ink-2">{projectNames(project_ids)}</p>
        <p className="mt-0.5 text-small text-ink-3">
          {expired_at && !is_active ? (
            <>
              {t('api_tokens.expired')} <RelativeTime at={expired_at} />
            </>
          ) : (
            expiryText(expired_at)
          )}
          {' · '}
          {last_used ? (
            <>
              {t('service_accounts.last_used')} <RelativeTime at={last_used} />
            </>
          ) : (
            t('service_accounts.never_used')
          )}
        </p>
      </div>
      <Menu
        align="end"
        trigger={
          <IconButton
            size="sm"
            icon={Ellipsis}
            label={t('service_accounts.actions_for', { name })}
          />
        }
        items={[
          {
            label: t('service_accounts.change'),
            icon: Pencil,
            onSelect: () => onAsk({ kind: 'change', account }),
          },
          {
            label: t('service_accounts.renew'),
            icon: KeyRound,
            onSelect: () => onAsk({ kind: 'renew', account }),
          },
          'line',
          {
            label: t('service_accounts.revoke'),
            icon: Trash2,
            danger: true,
            onSelect: onRevoke,
          },
        ]}
      />
    </div>
  )
}

function AccountsSkeleton() {
  return (
    <SkeletonGroup>
      <div className="mt-6 flex flex-col gap-6">
        {[180, 220, 150].map((width) => (
          <div key={width} className="flex flex-col gap-2">
            <Skeleton width={width} />
            <Skeleton width={width + 120} className="max-w-full" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}

import { type ConnectedAccount, lookup } from '@cairn/contract'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useConnections, useDisconnect } from '#entities/account/change-hooks.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, PanelRow, SettingsSection } from '#ui/controls/form-layout.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'

/** The names of the providers; any other has the name the admin gave it. */
const names: Partial<Record<string, string>> = {
  google: 'Google',
  github: 'GitHub',
  gitlab: 'GitLab',
}

/** Sign-in providers linked to this account. */
export function Connections() {
  const { t } = useTranslation()
  const accounts = useConnections()
  const disconnect = useDisconnect()
  const ownName = useInstance()?.config.oidc_name
  const [asked, setAsked] = useState<ConnectedAccount>()
  const nameOf = ({ provider }: ConnectedAccount) => lookup(names, provider) ?? ownName ?? provider

  return (
    <SettingsSection
      title={t('account.connections.title')}
      description={t('account.connections.text')}
    >
      <div className="mt-2">
        <Panel>
          {accounts?.map((account) => (
            <PanelRow key={account.id}>
              <Icon of={Link2} className="text-ink-3" />
              <span className="min-w-0 grow py-1">
                <span className="font-medium">{nameOf(account)}</span>
                <span className="block truncate text-small text-ink-3">
                  {String(account.metadata.email ?? account.provider_account_id)}
                  {` · ${t('account.connections.last_used')} `}
                  <RelativeTime at={account.last_connected_at} />
                </span>
              </span>
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('account.connections.remove_named', { name: nameOf(account) })}
                onClick={() => setAsked(account)}
              >
                {t('account.connections.remove')}
              </Button>
            </PanelRow>
          ))}
          {accounts?.length === 0 && (
            <p className="px-3 py-2.5 text-ink-2">{t('account.connections.none')}</p>
          )}
        </Panel>
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked) disconnect.mutate(asked.id)
          setAsked(undefined)
        }}
        title={t('account.connections.question', { name: asked && nameOf(asked) })}
        confirmLabel={t('account.connections.remove')}
      >
        {t('account.connections.consequence')}
      </ConfirmDialog>
    </SettingsSection>
  )
}

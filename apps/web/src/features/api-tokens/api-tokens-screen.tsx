import type { ApiToken } from '@cairn/contract'
import { History, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useExpiryText } from '#entities/token/use-expiry-text.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, SettingsPage } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { useApiTokens, useRemoveApiToken } from './hooks.ts'
import { RequestsDialog } from './requests-dialog.tsx'

export function ApiTokensScreen() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const workspace = useWorkspace(slug)
  const tokens = useApiTokens()
  const [creating, setCreating] = useState(false)
  usePageTitle(workspace && t('api_tokens.page_title', { workspace: workspace.name }))
  const add = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      {t('api_tokens.add')}
    </Button>
  )

  return (
    <SettingsPage
      title={t('api_tokens.title')}
      description={t('api_tokens.text')}
      action={tokens?.length ? add : undefined}
    >
      {tokens === undefined && <TokensSkeleton />}
      {tokens?.length === 0 && (
        <div className="pt-16">
          <EmptyState title={t('api_tokens.none')} action={add}>
            {t('api_tokens.none_text')}
          </EmptyState>
        </div>
      )}
      {tokens && tokens.length > 0 && <Tokens tokens={tokens} />}
      <Presence>{creating && <CreateTokenDialog onClose={() => setCreating(false)} />}</Presence>
    </SettingsPage>
  )
}

function Tokens({ tokens }: { tokens: ApiToken[] }) {
  const { t } = useTranslation()
  const remove = useRemoveApiToken()
  const [asked, setAsked] = useState<ApiToken>()
  const [read, setRead] = useState<ApiToken>()

  function confirm() {
    if (!asked) return
    remove.mutate(asked.id, {
      onSuccess: () =>
        toast({ kind: 'success', title: t('api_tokens.removed', { name: asked.label }) }),
    })
    setAsked(undefined)
  }

  return (
    <div className="mt-6">
      <Panel>
        {tokens.map((token) => (
          <TokenRow
            key={token.id}
            token={token}
            onRead={() => setRead(token)}
            onRemove={() => setAsked(token)}
          />
        ))}
      </Panel>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={confirm}
        title={t('api_tokens.remove_title')}
        confirmLabel={t('api_tokens.remove')}
      >
        {t('api_tokens.remove_text', { name: asked?.label })}
      </ConfirmDialog>
      <Presence>
        {read && <RequestsDialog key={read.id} token={read} onClose={() => setRead(undefined)} />}
      </Presence>
    </div>
  )
}

interface TokenRowProps {
  token: ApiToken
  onRead: () => void
  onRemove: () => void
}

function TokenRow({ token, onRead, onRemove }: TokenRowProps) {
  const { t } = useTranslation()
  const expiryText = useExpiryText()
  const { label, description, is_active, expired_at } = token
  return (
    <div className="group flex items-start gap-2.5 py-2.5 pr-2 pl-3 hover:bg-hover">
      <div className="min-w-0 grow">
        <p className="flex items-center gap-2">
          <span className="min-w-0 truncate font-medium">{label}</span>
          <Tag tone={is_active ? 'success' : 'neutral'}>
            {t(is_active ? 'api_tokens.active' : 'api_tokens.expired')}
          </Tag>
        </p>
        {description && <p className="mt-0.5 text-ink-2 wrap-anywhere">{description}</p>}
        <p className="mt-0.5 text-small text-ink-3">
          {expired_at && !is_active ? (
            <>
              {t('api_tokens.expired')} <RelativeTime at={expired_at} />
            </>
          ) : (
            expiryText(expired_at)
          )}
        </p>
      </div>
      <IconButton
        className="until-hover group-focus-within:opacity-100 group-hover:opacity-100"
        icon={History}
        label={t('api_tokens.requests')}
        onClick={onRead}
      />
      <IconButton
        className="until-hover group-focus-within:opacity-100 group-hover:opacity-100"
        icon={X}
        label={t('api_tokens.remove_label')}
        onClick={onRemove}
      />
    </div>
  )
}

function TokensSkeleton() {
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

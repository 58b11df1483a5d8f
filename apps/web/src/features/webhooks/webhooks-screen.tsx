import { ADMIN, type Webhook, webhookEvents } from '@cairn/contract'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, SettingsPage } from '#ui/controls/form-layout.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { isEverything } from './event-choice.tsx'
import { useSwitchWebhook, useWebhooks } from './hooks.ts'

const CreateWebhookDialog = lazy(() => import('./create-webhook-dialog.tsx'))

/** The webhooks of the workspace. */
export function WebhooksScreen() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const workspace = useWorkspace(slug)
  usePageTitle(workspace && t('webhooks.page_title', { workspace: workspace.name }))
  if (!workspace) return null
  if (workspace.role !== ADMIN) return <NotAuthorized text={t('webhooks.not_authorized')} />
  return <Webhooks slug={slug} />
}

function Webhooks({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { data: webhooks, isError, refetch } = useWebhooks(slug, { enabled: true })
  const [creating, setCreating] = useState(false)
  const add = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      {t('webhooks.add')}
    </Button>
  )

  return (
    <SettingsPage
      title={t('webhooks.title')}
      description={t('webhooks.text')}
      action={webhooks?.length ? add : undefined}
    >
      {!webhooks &&
        (isError ? (
          <NotRead onRetry={() => void refetch()}>{t('webhooks.not_read')}</NotRead>
        ) : (
          <WebhooksSkeleton />
        ))}
      {webhooks?.length === 0 && (
        <div className="pt-16">
          <EmptyState title={t('webhooks.none')} action={add}>
            {t('webhooks.none_text')}
          </EmptyState>
        </div>
      )}
      {webhooks && webhooks.length > 0 && (
        <div className="mt-6">
          <Panel>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} slug={slug} webhook={webhook} />
            ))}
          </Panel>
        </div>
      )}
      <Presence>
        {creating && (
          <Suspense>
            <CreateWebhookDialog slug={slug} onClose={() => setCreating(false)} />
          </Suspense>
        )}
      </Presence>
    </SettingsPage>
  )
}

/** Its events, in one line. */
function useEventNames() {
  const { t } = useTranslation()
  return (webhook: Webhook) => {
    if (isEverything(webhook)) return t('webhooks.all_events')
    const names = webhookEvents
      .filter((event) => webhook[event])
      .map((event) => t(`webhooks.event.${event}`))
    return names.length > 0 ? names.join(', ') : t('webhooks.no_events')
  }
}

function WebhookRow({ slug, webhook }: { slug: string; webhook: Webhook }) {
  const { t } = useTranslation()
  const eventNames = useEventNames()
  const change = useSwitchWebhook(slug)
  const { id, url, is_active } = webhook
  return (
    <div className="flex items-center gap-3 pr-3 hover:bg-hover">
      <Link
        to="/$slug/settings/webhooks/$webhookId/"
        params={{ slug, webhookId: id }}
        className="focus-inset block min-w-0 grow py-2 pl-3"
      >
        <span className="block truncate font-medium">{url}</span>
        <span className="block truncate text-small text-ink-3">{eventNames(webhook)}</span>
      </Link>
      <Switch
        aria-label={t('webhooks.switch', { url })}
        checked={is_active}
        onChange={(next) => change.mutate({ id, is_active: next })}
      />
    </div>
  )
}

function WebhooksSkeleton() {
  return (
    <SkeletonGroup>
      <div className="mt-6 flex flex-col gap-6">
        {[320, 260, 360].map((width) => (
          <div key={width} className="flex flex-col gap-2">
            <Skeleton width={width} className="max-w-full" />
            <Skeleton width={width / 2} className="max-w-full" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}

import { ADMIN, type Webhook } from '@cairn/contract'
import { ChevronLeft } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { SettingRow } from '#ui/controls/field.tsx'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { Attempts } from './attempts.tsx'
import { useSwitchWebhook, useWebhooks } from './hooks.ts'
import { RemoveWebhook } from './remove-webhook.tsx'
import { SecretSection } from './secret-section.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** One webhook: URL, events, secret and last attempts. */
export function WebhookScreen() {
  const { t } = useTranslation()
  const { slug, webhookId } = useParams('/$slug/settings/webhooks/$webhookId')
  const workspace = useWorkspace(slug)
  const isAdmin = workspace?.role === ADMIN
  const { data: webhooks, isError, refetch } = useWebhooks(slug, { enabled: isAdmin })
  const webhook = webhooks?.find(({ id }) => id === webhookId)
  usePageTitle(workspace && t('webhooks.one_page_title', { workspace: workspace.name }))
  if (!workspace) return null
  if (!isAdmin) return <NotAuthorized text={t('webhooks.not_authorized')} />
  if (webhook) return <Details key={webhook.id} slug={slug} webhook={webhook} />
  if (webhooks) return <Gone slug={slug} />
  if (isError) return <NotRead onRetry={() => void refetch()}>{t('webhooks.not_read')}</NotRead>
  return <Loader />
}

function Details({ slug, webhook }: { slug: string; webhook: Webhook }) {
  const { t } = useTranslation()
  const change = useSwitchWebhook(slug)
  const { id, is_active } = webhook
  return (
    <>
      <Back slug={slug} />
      <SettingsPage title={t('webhooks.details')} description={t('webhooks.details_text')}>
        <div className="mt-4">
          <SettingRow
            htmlFor="enable-webhook"
            label={t('webhooks.enable')}
            hint={t('webhooks.enable_text')}
          >
            <Switch
              id="enable-webhook"
              checked={is_active}
              onChange={(next) => change.mutate({ id, is_active: next })}
            />
          </SettingRow>
        </div>
        <SettingsSection>
          <WebhookForm slug={slug} webhook={webhook} />
        </SettingsSection>
        <SecretSection slug={slug} id={id} />
        <Attempts slug={slug} id={id} />
        <div className="mt-8">
          <RemoveWebhook slug={slug} webhook={webhook} />
        </div>
      </SettingsPage>
    </>
  )
}

function Back({ slug }: { slug: string }) {
  const { t } = useTranslation()
  return (
    <div className="mx-auto -mb-6 w-190 max-w-full px-4 pt-4">
      <Link
        to="/$slug/settings/webhooks/"
        params={{ slug }}
        className="-ml-1.5 inline-flex h-7 items-center gap-1 rounded-md pr-2 pl-1 text-ink-2 hover:bg-hover hover:text-ink max-md:h-11"
      >
        <Icon of={ChevronLeft} className="text-ink-3" />
        {t('webhooks.title')}
      </Link>
    </div>
  )
}

function Gone({ slug }: { slug: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      level={1}
      picture="no-match"
      title={t('webhooks.gone')}
      action={
        <Link to="/$slug/settings/webhooks/" params={{ slug }} className={buttonLook('primary')}>
          {t('webhooks.to_list')}
        </Link>
      }
    >
      {t('webhooks.gone_text')}
    </EmptyState>
  )
}

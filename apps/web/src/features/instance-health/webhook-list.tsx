import type { HealthReport } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Panel } from '#ui/controls/form-layout.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { counted } from '#ui/platform/number.ts'
import { Link } from '#ui/router/link.tsx'

/** Webhooks of all workspaces whose last call failed. */
export function WebhookList({ webhooks: { count, first } }: Pick<HealthReport, 'webhooks'>) {
  const { t } = useTranslation()
  if (count === 0) return <p className="mt-2 text-ink-2">{t('god_mode.health.no_webhooks')}</p>
  const more = count - first.length
  return (
    <div className="mt-2">
      <Panel>
        <ul className="divide-y divide-line-subtle">
          {first.map((webhook) => (
            <li key={webhook.id} className="flex items-start gap-3 px-3 py-2">
              <div className="min-w-0 grow">
                <p className="font-medium wrap-anywhere">
                  {webhook.may_open ? (
                    <Link
                      className="link"
                      to="/$slug/settings/webhooks/$webhookId/"
                      params={{ slug: webhook.workspace_slug, webhookId: webhook.id }}
                    >
                      {webhook.url}
                    </Link>
                  ) : (
                    webhook.url
                  )}
                </p>
                <p className="text-ink-2 wrap-anywhere">
                  {webhook.workspace_name} · {t('god_mode.health.failing_since')}{' '}
                  <RelativeTime at={webhook.failing_since} />
                </p>
              </div>
              {webhook.last_status && <Tag tone="danger">{webhook.last_status}</Tag>}
            </li>
          ))}
        </ul>
      </Panel>
      {more > 0 && (
        <p className="mt-2 text-ink-2">{t('god_mode.health.more_webhooks', counted(more))}</p>
      )}
    </div>
  )
}

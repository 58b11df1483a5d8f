import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, SettingsSection } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { AttemptRow } from './attempt-row.tsx'
import { useWebhookLogs } from './hooks.ts'

const FIRST = 20
const MORE = 100

/** The last requests and their responses. */
export function Attempts({ slug, id }: { slug: string; id: string }) {
  const { t } = useTranslation()
  const { data: logs, isError, isFetching, refetch } = useWebhookLogs(slug, id)
  const [most, setMost] = useState(FIRST)
  return (
    <SettingsSection
      title={t('webhooks.attempts')}
      description={t('webhooks.attempts_text')}
      action={
        logs && (
          <IconButton
            icon={RefreshCw}
            label={t('webhooks.refresh')}
            busy={isFetching}
            onClick={() => void refetch()}
          />
        )
      }
    >
      <div className="mt-3">
        {!logs &&
          (isError ? (
            <NotRead onRetry={() => void refetch()}>{t('webhooks.attempts_not_read')}</NotRead>
          ) : (
            <SkeletonGroup>
              <Skeleton width={320} className="max-w-full" />
            </SkeletonGroup>
          ))}
        {logs?.length === 0 && (
          <p className="rounded-lg border border-line px-3 py-4 text-center text-ink-3">
            {t('webhooks.no_attempts')}
          </p>
        )}
        {logs && logs.length > 0 && (
          <Panel>
            {logs.slice(0, most).map((log) => (
              <AttemptRow key={log.id} slug={slug} log={log} />
            ))}
          </Panel>
        )}
        {logs && logs.length > most && (
          <Button variant="ghost" className="mt-2" onClick={() => setMost(most + MORE)}>
            {t('webhooks.show_more')}
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}

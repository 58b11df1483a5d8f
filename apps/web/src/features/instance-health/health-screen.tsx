import type { HealthReport } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { ListFailure } from '#entities/instance/list-failure.tsx'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { momentText } from '#ui/dates/own-zone.ts'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { DeliveryFigures, StorageFigures, VersionFigures } from './figures.tsx'
import { HealthProblems } from './health-problems.tsx'
import { useHealth } from './hooks.ts'
import { JobList, QueuesTable } from './queues-table.tsx'
import { RoutesTable } from './routes-table.tsx'
import { WebhookList } from './webhook-list.tsx'

/** Whether everything works, and what to do if not. */
export function HealthScreen() {
  const { t } = useTranslation()
  const { data: report, isError, refetch } = useHealth()
  useGodModeTitle(t('god_mode.health.title'))
  return (
    <SettingsPage title={t('god_mode.health.title')} description={t('god_mode.health.description')}>
      {/* A report that can't be refreshed would look as if all were well. */}
      {isError && (
        <SettingsSection>
          <ListFailure onRetry={() => void refetch()} />
        </SettingsSection>
      )}
      {report && <Report report={report} />}
      {!report && !isError && (
        <SettingsSection>
          <SkeletonRows count={6} />
        </SettingsSection>
      )}
    </SettingsPage>
  )
}

function Report({ report }: { report: HealthReport }) {
  const { t } = useTranslation()
  return (
    <>
      <SettingsSection>
        <HealthProblems problems={report.problems} />
        <p className="mt-2 text-small text-ink-3">
          {t('god_mode.health.checked_at', { time: momentText(report.checked_at, 'time') })}
        </p>
      </SettingsSection>
      <SettingsSection
        title={t('god_mode.health.queues')}
        description={t('god_mode.health.queues_hint')}
      >
        <QueuesTable queues={report.queues} />
      </SettingsSection>
      <SettingsSection title={t('god_mode.health.jobs')}>
        <JobList jobs={report.jobs} />
      </SettingsSection>
      <SettingsSection title={t('god_mode.health.webhooks')}>
        <WebhookList webhooks={report.webhooks} />
      </SettingsSection>
      <SettingsSection title={t('god_mode.health.delivery')}>
        <DeliveryFigures mails={report.mails} backups={report.backups} />
      </SettingsSection>
      <SettingsSection title={t('god_mode.health.storage')}>
        <StorageFigures storage={report.storage} />
      </SettingsSection>
      <SettingsSection
        title={t('god_mode.health.routes')}
        description={t('god_mode.health.routes_hint')}
      >
        <RoutesTable routes={report.routes} />
      </SettingsSection>
      <SettingsSection title={t('god_mode.health.versions')}>
        <VersionFigures versions={report.versions} nodes={report.nodes} />
      </SettingsSection>
    </>
  )
}

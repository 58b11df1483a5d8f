import { DatabaseBackup } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { ListFailure } from '#entities/instance/list-failure.tsx'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { SettingsFormSkeleton } from '#entities/instance-settings/settings-form.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { BackupForm } from './backup-form.tsx'
import { BackupList } from './backup-list.tsx'
import { isActive, useBackupRuns, useBackupSettings, useStartBackup } from './hooks.ts'
import { ScheduleSwitch } from './schedule-switch.tsx'

/** When and where backups are made, and those that exist. */
export function BackupsScreen() {
  const { t } = useTranslation()
  const settings = useBackupSettings()
  const runs = useBackupRuns()
  const start = useStartBackup()
  useGodModeTitle(t('god_mode.backups.title'))
  const isRunning = runs.data?.some(isActive) ?? false
  const last = runs.data?.find((run) => !isActive(run))

  function backUp() {
    start.mutate(undefined, {
      onError: (error) => notifyFailure(t('god_mode.backups.not_started'), error),
    })
  }

  return (
    <SettingsPage
      title={t('god_mode.backups.title')}
      description={t('god_mode.backups.description')}
      action={
        <Button
          icon={DatabaseBackup}
          busy={start.isPending || isRunning}
          disabled={!runs.data}
          onClick={backUp}
        >
          {t(isRunning ? 'god_mode.backups.running' : 'god_mode.backups.start')}
        </Button>
      }
    >
      {last?.problem && (
        <div className="mt-6">
          <Banner boxed tone="danger">
            {t('god_mode.backups.last_failed')} {t(`god_mode.backups.problems.${last.problem}`)}
          </Banner>
        </div>
      )}
      {settings.isError && !settings.data ? (
        <SettingsSection>
          <ListFailure onRetry={() => void settings.refetch()} />
        </SettingsSection>
      ) : (
        <>
          <SettingsSection>
            <ScheduleSwitch settings={settings.data} />
          </SettingsSection>
          <SettingsSection>
            {settings.data ? (
              <BackupForm settings={settings.data} />
            ) : (
              <SettingsFormSkeleton fields={5} />
            )}
          </SettingsSection>
        </>
      )}
      <SettingsSection title={t('god_mode.backups.list')}>
        {runs.data ? (
          <BackupList runs={runs.data} />
        ) : runs.isError ? (
          <ListFailure onRetry={() => void runs.refetch()} />
        ) : (
          <SkeletonRows count={3} />
        )}
      </SettingsSection>
    </SettingsPage>
  )
}

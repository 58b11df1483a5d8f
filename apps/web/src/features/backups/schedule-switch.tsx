import type { BackupSettings } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { SettingRow } from '#ui/controls/field.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { momentText } from '#ui/dates/own-zone.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { useChangeBackupSettings } from './hooks.ts'

/** Applies at once; the rest of the settings has a button. */
export function ScheduleSwitch({ settings }: { settings: BackupSettings | undefined }) {
  const { t } = useTranslation()
  const change = useChangeBackupSettings()
  const isOn = change.isPending ? change.variables.is_enabled : settings?.is_enabled
  return (
    <SettingRow
      htmlFor="scheduled-backups"
      label={t('god_mode.backups.scheduled')}
      hint={
        settings?.next_at
          ? t('god_mode.backups.next', { time: momentText(settings.next_at) })
          : t('god_mode.backups.scheduled_hint')
      }
    >
      {settings ? (
        <Switch
          id="scheduled-backups"
          checked={isOn ?? false}
          onChange={(is_enabled) =>
            change.mutate(
              { is_enabled },
              { onError: (error) => notifyFailure(t('god_mode.not_saved'), error) },
            )
          }
        />
      ) : (
        <Skeleton width={28} height={16} />
      )}
    </SettingRow>
  )
}

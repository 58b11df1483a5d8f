import { useTranslation } from '#data/i18n.ts'
import { useStorage } from '#entities/workspace/change-hooks.ts'
import { SettingRow } from '#ui/controls/field.tsx'
import { SettingsSection } from '#ui/controls/form-layout.tsx'
import { sizeText } from '#ui/platform/size-text.ts'

/** Storage used by the files of a workspace, for its admins. */
export function StorageUse({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const storage = useStorage(slug)
  return (
    <SettingsSection title={t('workspaces.storage')}>
      <SettingRow label={t('workspaces.storage_used')} hint={t('workspaces.storage_hint')}>
        <span className="shrink-0 font-medium tabular-nums">
          {storage &&
            (storage.limit === null
              ? sizeText(storage.used)
              : t('workspaces.storage_of', {
                  used: sizeText(storage.used),
                  limit: sizeText(storage.limit),
                }))}
        </span>
      </SettingRow>
    </SettingsSection>
  )
}

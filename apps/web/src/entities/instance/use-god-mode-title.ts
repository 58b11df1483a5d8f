import { useTranslation } from '#data/i18n.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'

/** "Email Settings - God Mode" */
export function useGodModeTitle(section: string) {
  const { t } = useTranslation()
  usePageTitle(t('god_mode.page_title', { section }))
}

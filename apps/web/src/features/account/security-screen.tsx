import { useTranslation } from '#data/i18n.ts'
import { OpenSessions } from '#features/sessions/open-sessions.tsx'
import { SettingsPage } from '#ui/controls/form-layout.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { ChangePassword } from './change-password.tsx'
import { Connections } from './connections.tsx'

export function SecurityScreen() {
  const { t } = useTranslation()
  usePageTitle(t('account.security.page_title'))
  return (
    <SettingsPage title={t('account.security.title')} description={t('account.security.text')}>
      <ChangePassword />
      <OpenSessions />
      <Connections />
    </SettingsPage>
  )
}

import { Activity, Bell, KeyRound, ShieldCheck, SlidersHorizontal, UserRound } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe, useMyPerson } from '#entities/account/hooks.ts'
import { SettingsFrame } from '#entities/frame/settings-frame.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Outlet } from '#ui/router/outlet.tsx'

export function AccountSettings() {
  const { t } = useTranslation()
  const { email } = useMe()
  const person = useMyPerson()
  return (
    <SettingsFrame
      tab="account"
      picture={<Avatar person={person} size={28} tooltip={false} />}
      name={person.name}
      detail={email}
      groups={[
        {
          label: t('account.nav.you'),
          entries: [
            { icon: UserRound, label: t('account.nav.profile'), path: 'account' },
            {
              icon: SlidersHorizontal,
              label: t('account.nav.preferences'),
              path: 'account/preferences',
            },
            { icon: Bell, label: t('account.nav.notifications'), path: 'account/notifications' },
            { icon: ShieldCheck, label: t('account.nav.security'), path: 'account/security' },
            { icon: Activity, label: t('account.nav.activity'), path: 'account/activity' },
          ],
        },
        {
          label: t('account.nav.developer'),
          entries: [
            { icon: KeyRound, label: t('account.nav.api_tokens'), path: 'account/api-tokens' },
          ],
        },
      ]}
    >
      <Outlet />
    </SettingsFrame>
  )
}

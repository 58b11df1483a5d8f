import { LogOut, Settings, ShieldUser } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import type { ShowMenu } from '#ui/overlays/menu.tsx'
import { useParams } from '#ui/router/hooks.ts'
import { navigate } from '#ui/router/router.ts'
import { useTheme } from '#ui/theme/theme.ts'
import { useSaveTheme } from './change-hooks.ts'
import { useIsInstanceAdmin, useMe } from './hooks.ts'
import { themeChoices } from './theme-choices.ts'
import { useSignOut } from './use-sign-out.ts'

export default function UserEntries({ show }: { show: ShowMenu }) {
  const { t } = useTranslation()
  const { email } = useMe()
  const { slug } = useParams('/$slug')
  const { choice } = useTheme()
  const save = useSaveTheme()
  const leave = useSignOut()
  const isInstanceAdmin = useIsInstanceAdmin()
  return show([
    { heading: email },
    {
      label: t('shell.settings'),
      icon: Settings,
      href: `/${slug}/settings/account/`,
      onSelect: () => void navigate({ to: '/$slug/settings/account/', params: { slug } }),
    },
    'line',
    { heading: t('shell.theme') },
    ...themeChoices.map(({ theme, icon }) => ({
      label: t(`shell.themes.${theme}`),
      icon,
      checked: choice === theme,
      onSelect: () => save.mutate({ theme }),
    })),
    'line',
    isInstanceAdmin && { label: t('shell.god_mode'), icon: ShieldUser, href: '/god-mode/' },
    { label: t('shell.sign_out'), icon: LogOut, onSelect: leave },
  ])
}

import { useNavigate, useParams } from '@tanstack/react-router'
import { LogOut, Settings, ShieldUser } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useIsInstanceAdmin, useMe, useMyPerson, useSaveTheme } from '#entities/account/hooks.ts'
import { useSignOut } from '#entities/account/use-sign-out.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { useTheme } from '#ui/theme/theme.ts'
import { themeChoices } from './theme-choices.ts'

export function UserMenu() {
  const { t } = useTranslation()
  const { email } = useMe()
  const person = useMyPerson()
  const { slug } = useParams({ from: '/$slug' })
  const navigate = useNavigate()
  const { choice } = useTheme()
  const save = useSaveTheme()
  const leave = useSignOut()
  const isInstanceAdmin = useIsInstanceAdmin()

  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={t('shell.account_menu', { name: person.name })}
          className="hit shrink-0 rounded-full"
        >
          <Avatar person={person} size={24} tooltip={false} />
        </button>
      }
      items={[
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
      ]}
    />
  )
}

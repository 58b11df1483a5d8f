import { Contrast, LogOut, Monitor, Moon, Sun, SunMoon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMe, useMyPerson, useSaveTheme } from '#features/account/hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Menu } from '#ui/menu.tsx'
import { type ThemeChoice, useTheme } from '#ui/theme.ts'
import { useSignOut } from './workspace-menu.tsx'

const choices = [
  { theme: 'system', icon: Monitor },
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
  { theme: 'light-contrast', icon: SunMoon },
  { theme: 'dark-contrast', icon: Contrast },
] as const

export function UserMenu() {
  const { t } = useTranslation()
  const { email } = useMe()
  const person = useMyPerson()
  const { choice, setTheme } = useTheme()
  const save = useSaveTheme()
  const leave = useSignOut()

  function pick(theme: ThemeChoice) {
    setTheme(theme)
    save.mutate(theme)
  }

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
        { heading: t('shell.theme') },
        ...choices.map(({ theme, icon }) => ({
          label: t(`shell.themes.${theme}`),
          icon,
          checked: choice === theme,
          onSelect: () => pick(theme),
        })),
        'line',
        { label: t('shell.sign_out'), icon: LogOut, onSelect: leave },
      ]}
    />
  )
}

import { LogOut, Palette, Plus, ShieldUser, SwatchBook } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useSaveTheme } from '#entities/account/change-hooks.ts'
import { useIsInstanceAdmin, useMyProfile } from '#entities/account/hooks.ts'
import { coloursIn, customTheme } from '#entities/account/saved-theme.ts'
import { themeChoices } from '#entities/account/theme-choices.ts'
import { useSignOut } from '#entities/account/use-sign-out.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { useCommands } from '#ui/platform/commands.ts'
import { useTheme } from '#ui/theme/theme.ts'

/** Commands for the user's account, on every screen. */
export function useAccountCommands() {
  const { t } = useTranslation()
  const { choice } = useTheme()
  const { theme } = useMyProfile()
  const save = useSaveTheme()
  const signOut = useSignOut()
  const isInstanceAdmin = useIsInstanceAdmin()
  const mayCreate = !useInstance()?.config.is_workspace_creation_disabled
  useCommands([
    {
      id: 'workspace.create',
      group: 'create',
      label: t('palette.create_workspace'),
      icon: Plus,
      href: mayCreate ? '/create-workspace/' : undefined,
    },
    {
      id: 'theme',
      group: 'account',
      label: t('palette.change_theme'),
      icon: Palette,
      keywords: t('palette.theme_words'),
      opens: 'themes',
    },
    ...themeChoices.map(({ theme: name, icon }) => ({
      id: `theme.${name}`,
      group: 'account' as const,
      on: 'themes' as const,
      label: t(`shell.themes.${name}`),
      icon,
      checked: choice === name,
      run: () => save.mutate({ theme: name }),
    })),
    {
      id: 'theme.custom',
      group: 'account',
      on: 'themes',
      label: t('shell.themes.custom'),
      icon: SwatchBook,
      checked: choice === 'custom',
      run: () => save.mutate(customTheme(coloursIn(theme))),
    },
    {
      id: 'account.god-mode',
      group: 'account',
      label: t('shell.god_mode'),
      icon: ShieldUser,
      href: isInstanceAdmin ? '/god-mode/' : undefined,
    },
    {
      id: 'account.sign-out',
      group: 'account',
      label: t('shell.sign_out'),
      icon: LogOut,
      keywords: t('palette.sign_out_words'),
      run: signOut,
    },
  ])
}

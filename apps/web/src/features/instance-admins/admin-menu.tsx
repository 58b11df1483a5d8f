import { LogOut } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { signOutAdmin } from '#entities/account/form-post.ts'
import { useAdmin } from '#entities/instance/admin-hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { setTheme, themes, useTheme } from '#ui/theme/theme.ts'

const choices = ['system', ...themes] as const

export function AdminMenu() {
  const { t } = useTranslation()
  const { id, email, display_name, avatar_url } = useAdmin()
  const { choice } = useTheme()

  const leave = () =>
    void signOutAdmin().catch(() =>
      toast({
        kind: 'error',
        title: t('god_mode.sign_out_failed'),
        text: t('errors.something_wrong'),
      }),
    )

  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={t('god_mode.account_menu', { name: display_name })}
          className="hit shrink-0 rounded-full"
        >
          <Avatar
            person={{ id, name: display_name, photo: avatar_url }}
            size={24}
            tooltip={false}
          />
        </button>
      }
      items={[
        { heading: email },
        { heading: t('god_mode.theme') },
        ...choices.map((theme) => ({
          label: t(`god_mode.themes.${theme}`),
          checked: choice === theme,
          onSelect: () => setTheme(theme),
        })),
        'line',
        { label: t('god_mode.sign_out'), icon: LogOut, onSelect: leave },
      ]}
    />
  )
}

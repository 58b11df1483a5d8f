import { useTranslation } from '#data/i18n.ts'
import { useIsInstanceAdmin, useMyPerson } from '#entities/account/hooks.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const UserEntries = lazy(() => import('#entities/account/user-entries.tsx'))

export function UserMenu() {
  const { t } = useTranslation()
  const person = useMyPerson()
  // Loaded before the menu opens, so that no entry appears late.
  useIsInstanceAdmin()
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
      items={(show) => <UserEntries show={show} />}
    />
  )
}

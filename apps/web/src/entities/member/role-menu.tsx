import { ADMIN, GUEST, MEMBER, type Role } from '@cairn/contract'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { Menu } from '#ui/overlays/menu.tsx'

const roles = [GUEST, MEMBER, ADMIN] as const

/** Users cannot assign a role above their own. */
export const rolesUpTo = (highest: number): Role[] => roles.filter((role) => role <= highest)

interface RoleMenuProps {
  /** Whose role it is: read out before the role. */
  label: string
  role: number
  highest: number
  onChange: (role: Role) => void
}

export function RoleMenu({ label, role, highest, onChange }: RoleMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={<PropertyPill label={label}>{t(`shell.role.${role}` as TextKey)}</PropertyPill>}
      items={rolesUpTo(highest).map((one) => ({
        label: t(`shell.role.${one}`),
        checked: one === role,
        onSelect: () => one !== role && onChange(one),
      }))}
    />
  )
}

import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Cell } from '#ui/lists/table.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { useParams } from '#ui/router/hooks.ts'
import { ProfileLink } from './profile-link.tsx'
import { RoleMenu } from './role-menu.tsx'

/** On phones one line per user: the other columns are below the name. */
export const wide = 'max-md:hidden'

interface NameCellProps {
  person: Person
  name: string
  own: boolean
  /** For phones: the content of the hidden columns. */
  below: readonly ReactNode[]
}

export function NameCell({ person, name, own, below }: NameCellProps) {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  return (
    <Cell className="h-10">
      <Avatar person={person} size={24} tooltip={false} />
      <div className="min-w-0 py-1">
        <span className="flex min-w-0 items-center gap-1.5">
          <Tooltip label={name}>
            <ProfileLink slug={slug} user_id={person.id} className="truncate font-medium">
              {name}
            </ProfileLink>
          </Tooltip>
          {own && <Tag>{t('members.you')}</Tag>}
        </span>
        {below.map((line) => (
          <span key={String(line)} className="block truncate text-small text-ink-3 md:hidden">
            {line}
          </span>
        ))}
      </div>
    </Cell>
  )
}

interface RoleCellProps {
  name: string
  role: number
  /** The highest role the user may assign; undefined if they may not change it. */
  highest: number | undefined
  onRole: Parameters<typeof RoleMenu>[0]['onChange']
}

export function RoleCell({ name, role, highest, onRole }: RoleCellProps) {
  const { t } = useTranslation()
  return (
    <Cell>
      {highest ? (
        <RoleMenu
          label={t('members.account_type_of', { name })}
          role={role}
          highest={highest}
          onChange={onRole}
        />
      ) : (
        <span className="text-ink-2">{t(`shell.role.${role}` as TextKey)}</span>
      )}
    </Cell>
  )
}

/** Leave, or remove a member; empty if the user may do neither. */
export function ActionCell({ name, action }: { name: string; action: false | MenuItem }) {
  const { t } = useTranslation()
  return (
    <Cell>
      {action && (
        <Menu
          align="end"
          trigger={
            <IconButton
              size="sm"
              className="-mx-1"
              icon={Ellipsis}
              label={t('members.actions_for', { name })}
            />
          }
          items={[{ ...action, danger: true }]}
        />
      )}
    </Cell>
  )
}

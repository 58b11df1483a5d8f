import { ADMIN, GUEST, type Project, type Role } from '@cairn/contract'
import { DoorOpen, Ellipsis, UserMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { noteOwnRole } from '#features/projects/hooks.ts'
import { fullNameOf } from '#features/workspace-members/full-name.ts'
import { RoleMenu } from '#features/workspace-members/role-menu.tsx'
import { toPerson } from '#features/workspaces/hooks.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Tag } from '#ui/badge.tsx'
import { longDate, toDay } from '#ui/day.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { Cell, HeadCell, Table, TableRow } from '#ui/table.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { type MemberOfProject, useChangeProjectRole } from './hooks.ts'

interface MembersTableProps {
  slug: string
  project: Project
  members: readonly MemberOfProject[]
  me: string
  onRemove: (member: MemberOfProject) => void
  onLeave: () => void
}

/** On phones one line per person: what stands in the other columns is below the name. */
const wide = 'max-md:hidden'

export function MembersTable({ slug, project, members, me, onRemove, onLeave }: MembersTableProps) {
  const { t } = useTranslation()
  const change = useChangeProjectRole(slug, project.id)
  const admin = project.member_role === ADMIN

  /** The highest role one may give them; undefined where it is not one's to change. */
  function highestFor({ row, person }: MemberOfProject): Role | undefined {
    const own = row.member === me
    if (own) return admin && person.role === ADMIN ? ADMIN : undefined
    if (!admin || person.role === ADMIN || person.role === GUEST) return undefined
    return ADMIN
  }

  function setRole({ row }: MemberOfProject, role: Role) {
    change.mutate(
      { row, role },
      { onSuccess: () => row.member === me && noteOwnRole(slug, project.id, role) },
    )
  }

  return (
    <div className="overflow-hidden rounded-lg border border-line [&_tr:last-child>td]:border-b-0">
      <Table label={t('project_settings.members.table')} className="table-fixed">
        <thead>
          <tr>
            <HeadCell>{t('project_settings.members.full_name')}</HeadCell>
            <HeadCell width={240} className={wide}>
              {t('project_settings.members.display_name')}
            </HeadCell>
            <HeadCell className="w-36 max-md:w-27">
              {t('project_settings.members.account_type')}
            </HeadCell>
            <HeadCell width={128} className={wide}>
              {t('project_settings.members.joined')}
            </HeadCell>
            <HeadCell width={44}>
              <span className="sr-only">{t('project_settings.members.actions')}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.row.id}
              member={member}
              own={member.row.member === me}
              highest={highestFor(member)}
              onRole={(role) => setRole(member, role)}
              deed={
                member.row.member === me
                  ? {
                      label: t('project_settings.members.leave'),
                      icon: DoorOpen,
                      onSelect: onLeave,
                    }
                  : admin && {
                      label: t('project_settings.members.remove'),
                      icon: UserMinus,
                      onSelect: () => onRemove(member),
                    }
              }
            />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

interface MemberRowProps {
  member: MemberOfProject
  own: boolean
  highest: Role | undefined
  onRole: (role: Role) => void
  deed: false | MenuItem
}

function MemberRow({ member: { row, person }, own, highest, onRole, deed }: MemberRowProps) {
  const { t } = useTranslation()
  const name = fullNameOf(person.member)
  const joined = longDate(toDay(new Date(row.created_at)))
  const { display_name } = person.member
  return (
    <TableRow>
      <Cell className="h-10">
        <Avatar person={toPerson(person)} size={24} tooltip={false} />
        <div className="min-w-0 py-1">
          <span className="flex min-w-0 items-center gap-1.5">
            <Tooltip label={name}>
              <span className="truncate font-medium">{name}</span>
            </Tooltip>
            {own && <Tag>{t('project_settings.members.you')}</Tag>}
          </span>
          <span className="block truncate text-small text-ink-3 md:hidden">
            {t('project_settings.members.joined_on', { date: joined })}
          </span>
        </div>
      </Cell>
      <Cell className={wide}>
        <Tooltip label={display_name}>
          <span className="truncate text-ink-2">{display_name}</span>
        </Tooltip>
      </Cell>
      <Cell>
        {highest ? (
          <RoleMenu
            label={t('project_settings.members.account_type_of', { name })}
            role={row.role}
            highest={highest}
            onChange={onRole}
          />
        ) : (
          <span className="text-ink-2">{t(`shell.role.${row.role}`)}</span>
        )}
      </Cell>
      <Cell className={wide}>
        <span className="text-ink-2 tabular-nums">{joined}</span>
      </Cell>
      <Cell>
        {deed && (
          <Menu
            align="end"
            trigger={
              <IconButton
                size="sm"
                className="-mx-1"
                icon={Ellipsis}
                label={t('project_settings.members.actions_for', { name })}
              />
            }
            items={[{ ...deed, danger: true }]}
          />
        )}
      </Cell>
    </TableRow>
  )
}

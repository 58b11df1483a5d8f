import { ADMIN, GUEST, type Project, type Role } from '@cairn/contract'
import { DoorOpen, UserMinus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { fullNameOf } from '#entities/member/full-name.ts'
import { ActionCell, NameCell, RoleCell, wide } from '#entities/member/member-cells.tsx'
import { noteOwnRole } from '#entities/project/change-hooks.ts'
import { toPerson } from '#entities/workspace/hooks.ts'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { Cell, HeadCell, Table, TableRow } from '#ui/lists/table.tsx'
import type { MenuItem } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { type MemberOfProject, useChangeProjectRole } from './hooks.ts'

interface MembersTableProps {
  slug: string
  project: Project
  members: readonly MemberOfProject[]
  me: string
  onRemove: (member: MemberOfProject) => void
  onLeave: () => void
}

export function MembersTable({ slug, project, members, me, onRemove, onLeave }: MembersTableProps) {
  const { t } = useTranslation()
  const change = useChangeProjectRole(slug, project.id)
  const admin = project.member_role === ADMIN

  /** The highest role the user may give this member; undefined if they may not change it. */
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
              action={
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
  action: false | MenuItem
}

function MemberRow({ member: { row, person }, own, highest, onRole, action }: MemberRowProps) {
  const { t } = useTranslation()
  const name = fullNameOf(person.member)
  const joined = longDate(dayOfMoment(row.created_at))
  const { display_name } = person.member
  return (
    <TableRow>
      <NameCell
        person={toPerson(person)}
        name={name}
        own={own}
        below={[t('members.joined_on', { date: joined })]}
      />
      <Cell className={wide}>
        <Tooltip label={display_name}>
          <span className="truncate text-ink-2">{display_name}</span>
        </Tooltip>
      </Cell>
      <RoleCell name={name} role={row.role} highest={highest} onRole={onRole} />
      <Cell className={wide}>
        <span className="text-ink-2 tabular-nums">{joined}</span>
      </Cell>
      <ActionCell name={name} action={action} />
    </TableRow>
  )
}

import { ADMIN, type WorkspaceMember } from '@cairn/contract'
import { DoorOpen, UserMinus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { fullNameOf } from '#entities/member/full-name.ts'
import { ActionCell, NameCell, RoleCell, wide } from '#entities/member/member-cells.tsx'
import { useChangeRole } from '#entities/member/workspace-hooks.ts'
import { toPerson } from '#entities/workspace/hooks.ts'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { Cell, HeadCell, Table, TableRow } from '#ui/lists/table.tsx'
import type { MenuItem } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'

interface MembersTableProps {
  slug: string
  members: readonly WorkspaceMember[]
  /** The user, whose row comes first in `members`. */
  me: string
  ownRole: number
  onRemove: (row: WorkspaceMember) => void
  onLeave: () => void
}

export function MembersTable({ slug, members, me, ownRole, onRemove, onLeave }: MembersTableProps) {
  const { t } = useTranslation()
  const change = useChangeRole(slug)
  const admin = ownRole === ADMIN
  return (
    <div className="overflow-hidden rounded-lg border border-line [&_tr:last-child>td]:border-b-0">
      <Table label={t('members.table')} className="table-fixed">
        <thead>
          <tr>
            <HeadCell>{t('members.full_name')}</HeadCell>
            <HeadCell width={150} className={wide}>
              {t('members.display_name')}
            </HeadCell>
            <HeadCell width={220} className={wide}>
              {t('members.email')}
            </HeadCell>
            <HeadCell className="w-30 max-md:w-27">{t('members.account_type')}</HeadCell>
            <HeadCell width={124} className={wide}>
              {t('members.authentication')}
            </HeadCell>
            <HeadCell width={112} className={wide}>
              {t('members.joined')}
            </HeadCell>
            <HeadCell width={44}>
              <span className="sr-only">{t('members.actions')}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {members.map((row) => {
            const own = row.member.id === me
            return (
              <MemberRow
                key={row.id}
                row={row}
                own={own}
                highest={admin && !own ? ADMIN : undefined}
                onRole={(role) => change.mutate({ row, role })}
                action={
                  own
                    ? { label: t('members.leave'), icon: DoorOpen, onSelect: onLeave }
                    : admin && {
                        label: t('members.remove'),
                        icon: UserMinus,
                        onSelect: () => onRemove(row),
                      }
                }
              />
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}

interface MemberRowProps {
  row: WorkspaceMember
  own: boolean
  highest: number | undefined
  onRole: Parameters<typeof RoleCell>[0]['onRole']
  action: false | MenuItem
}

function MemberRow({ row, own, highest, onRole, action }: MemberRowProps) {
  const { t } = useTranslation()
  const { member, role, created_at } = row
  const name = fullNameOf(member)
  const joined = longDate(dayOfMoment(created_at))
  const medium = member.last_login_medium?.replaceAll('-', ' ')
  return (
    <TableRow>
      <NameCell
        person={toPerson(row)}
        name={name}
        own={own}
        below={[member.email ?? member.display_name, t('members.joined_on', { date: joined })]}
      />
      <Cell className={wide}>
        <Tooltip label={member.display_name}>
          <span className="truncate text-ink-2">{member.display_name}</span>
        </Tooltip>
      </Cell>
      <Cell className={wide}>
        <Tooltip label={member.email}>
          <span className="truncate text-ink-2">{member.email}</span>
        </Tooltip>
      </Cell>
      <RoleCell name={name} role={role} highest={highest} onRole={onRole} />
      <Cell className={wide}>
        <span className="truncate text-ink-2 first-letter:uppercase">{medium}</span>
      </Cell>
      <Cell className={wide}>
        <span className="text-ink-2 tabular-nums">{joined}</span>
      </Cell>
      <ActionCell name={name} action={action} />
    </TableRow>
  )
}

import { ADMIN, type Project } from '@cairn/contract'
import { UserPlus, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { toPerson } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { counted } from '#ui/platform/number.ts'
import { type MemberOfProject, useProjectMembers } from './hooks.ts'

const AddMembersDialog = lazy(() => import('./add-members-dialog.tsx'))
const RemoveMemberDialog = lazy(() => import('./remove-member-dialog.tsx'))

/** The project members; project admins add and remove them here. */
export function MembersField({ slug, project }: { slug: string; project: Project }) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const members = useProjectMembers(slug, project.id)
  const [open, setOpen] = useState(false)
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<MemberOfProject>()
  const isAdmin = project.member_role === ADMIN
  const people = (members ?? []).map(({ person }) => toPerson(person))
  const count = t('overview.member_count', counted(people.length))
  if (!members) return null

  return (
    <>
      <Popover
        bare
        width={320}
        label={t('overview.members')}
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button
            type="button"
            aria-label={`${t('overview.members')}: ${count}`}
            className="-ml-2 flex min-h-7 items-center gap-2 rounded-md px-2 hover:bg-hover aria-expanded:bg-pressed max-md:min-h-11"
          >
            <AvatarGroup people={people} tooltip={false} />
            <span className="text-ink-2">{count}</span>
          </button>
        }
      >
        <ul aria-label={t('overview.members')} className="max-h-80 overflow-y-auto p-1.5">
          {members.map((member) => {
            const person = toPerson(member.person)
            return (
              <li key={person.id} className="flex h-9 items-center gap-2 px-1.5 max-md:h-11">
                <Avatar person={person} size={20} tooltip={false} />
                <span className="min-w-0 grow truncate">{person.name}</span>
                <span className="text-small text-ink-3">
                  {t(`shell.role.${member.row.role as 5 | 15 | 20}`)}
                </span>
                {isAdmin && (
                  <span className="w-6">
                    {person.id !== me && (
                      <IconButton
                        size="sm"
                        icon={X}
                        label={t('overview.remove_member', { name: person.name })}
                        onClick={() => {
                          setOpen(false)
                          setRemoving(member)
                        }}
                      />
                    )}
                  </span>
                )}
              </li>
            )
          })}
        </ul>
        {isAdmin && (
          <div className="border-t border-line-subtle p-1.5">
            <Button
              block
              variant="ghost"
              icon={UserPlus}
              onClick={() => {
                setOpen(false)
                setAdding(true)
              }}
            >
              {t('overview.add_members')}
            </Button>
          </div>
        )}
      </Popover>
      <Suspense>
        {adding && (
          <AddMembersDialog
            slug={slug}
            project={project}
            members={members}
            onClose={() => setAdding(false)}
          />
        )}
        {removing && (
          <RemoveMemberDialog
            slug={slug}
            project={project}
            member={removing}
            onClose={() => setRemoving(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

import { ADMIN, type WorkspaceMember } from '@cairn/contract'
import { UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { fullNameOf } from '#entities/member/full-name.ts'
import { usePresentMembers } from '#entities/member/workspace-hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { loadInviteDialog, PendingInvites } from '#features/invitations/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { SettingsPage } from '#ui/controls/form-layout.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Count } from '#ui/people/badge.tsx'
import { focusOnArrival } from '#ui/platform/focus-on-arrival.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams } from '#ui/router/hooks.ts'
import { MembersTable } from './members-table.tsx'

const InviteDialog = lazy(loadInviteDialog)
const RemoveMemberDialog = lazy(() => import('./remove-member-dialog.tsx'))
const LeaveWorkspaceDialog = lazy(() => import('./leave-workspace-dialog.tsx'))

const matches = ({ member }: WorkspaceMember, wanted: string) =>
  [fullNameOf(member), member.display_name, member.email ?? ''].some((text) =>
    text.toLowerCase().includes(wanted),
  )

export function MembersScreen() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const workspace = useWorkspace(slug)
  const { id: me } = useMe()
  const members = usePresentMembers(slug)
  const small = useSmallScreen()
  const [typed, setTyped] = useState('')
  const [inviting, setInviting] = useState(false)
  const [removing, setRemoving] = useState<WorkspaceMember>()
  const [leaving, setLeaving] = useState(false)
  usePageTitle(workspace && t('members.page_title', { name: workspace.name }))
  if (!workspace) return null

  const admin = workspace.role === ADMIN
  const wanted = typed.trim().toLowerCase()
  const found = members?.filter((row) => matches(row, wanted))
  // The user's own row comes first.
  const shown = found && [
    ...found.filter(({ member }) => member.id === me),
    ...found.filter(({ member }) => member.id !== me),
  ]

  return (
    <SettingsPage
      wide
      title={
        <span className="flex items-center gap-2">
          {t('members.title')}
          {members && <Count value={members.length} />}
        </span>
      }
      description={t('members.text')}
      action={
        admin && (
          <Button variant="primary" icon={UserPlus} onClick={() => setInviting(true)}>
            {t('members.add')}
          </Button>
        )
      }
    >
      <div className="mt-6 mb-3 w-60 max-w-full max-md:w-full">
        <SearchInput
          ref={small ? undefined : focusOnArrival}
          label={t('members.search')}
          value={typed}
          onChange={setTyped}
        />
      </div>
      {!shown ? (
        <SkeletonRows />
      ) : shown.length > 0 ? (
        <MembersTable
          slug={slug}
          members={shown}
          me={me}
          ownRole={workspace.role}
          onRemove={setRemoving}
          onLeave={() => setLeaving(true)}
        />
      ) : (
        <p className="py-8 text-center text-ink-2">{t('members.no_match')}</p>
      )}
      {admin && members && (
        <PendingInvites slug={slug} ownRole={workspace.role} members={members} />
      )}
      <Suspense>
        {inviting && (
          <InviteDialog slug={slug} ownRole={workspace.role} onClose={() => setInviting(false)} />
        )}
        {removing && (
          <RemoveMemberDialog slug={slug} row={removing} onClose={() => setRemoving(undefined)} />
        )}
        {leaving && (
          <LeaveWorkspaceDialog workspace={workspace} onClose={() => setLeaving(false)} />
        )}
      </Suspense>
    </SettingsPage>
  )
}

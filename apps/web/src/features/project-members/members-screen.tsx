import { ADMIN, GUEST, MEMBER, type Project } from '@cairn/contract'
import { Mail, UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { fullNameOf } from '#entities/member/full-name.ts'
import { useSettingsProject } from '#entities/project/use-settings-project.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { loadInviteDialog } from '#features/invitations/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { SettingsPage } from '#ui/controls/form-layout.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Count } from '#ui/people/badge.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { type MemberOfProject, useProjectMembers } from './hooks.ts'
import { MembersTable } from './members-table.tsx'
import { ProjectDefaults } from './project-defaults.tsx'

const AddMembersDialog = lazy(() => import('./add-members-dialog.tsx'))
const InviteDialog = lazy(loadInviteDialog)
const RemoveMemberDialog = lazy(() => import('./remove-member-dialog.tsx'))
const LeaveProjectDialog = lazy(() => import('./leave-project-dialog.tsx'))

const matches = ({ person: { member } }: MemberOfProject, wanted: string) =>
  [fullNameOf(member), member.display_name].some((text) => text.toLowerCase().includes(wanted))

export function ProjectMembersScreen() {
  const { t } = useTranslation()
  const { slug, project } = useSettingsProject((name) =>
    t('project_settings.members.page_title', { name }),
  )
  if (!project) return null
  if ((project.member_role ?? 0) < MEMBER) {
    return <NotAuthorized text={t('project_settings.not_authorized')} />
  }
  return <Members key={project.id} slug={slug} project={project} />
}

interface MembersProps {
  slug: string
  project: Project
}

function Members({ slug, project }: MembersProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const members = useProjectMembers(slug, project.id)
  const [typed, setTyped] = useState('')
  const workspaceRole = useWorkspace(slug)?.role ?? GUEST
  const [adding, setAdding] = useState(false)
  const [inviting, setInviting] = useState(false)
  const [removing, setRemoving] = useState<MemberOfProject>()
  const [leaving, setLeaving] = useState(false)

  const admin = project.member_role === ADMIN
  const wanted = typed.trim().toLowerCase()
  const found = members?.filter((one) => matches(one, wanted))
  // The user's own row comes first.
  const shown = found && [
    ...found.filter(({ row }) => row.member === me),
    ...found.filter(({ row }) => row.member !== me),
  ]

  return (
    <SettingsPage
      wide
      title={
        <span className="flex items-center gap-2">
          {t('project_settings.members.title')}
          {members && <Count value={members.length} />}
        </span>
      }
      description={t('project_settings.members.text')}
      action={
        admin && (
          <div className="flex gap-2">
            {workspaceRole >= MEMBER && (
              <Button icon={Mail} onClick={() => setInviting(true)}>
                {t('members.invite_by_email')}
              </Button>
            )}
            <Button variant="primary" icon={UserPlus} onClick={() => setAdding(true)}>
              {t('project_settings.members.add')}
            </Button>
          </div>
        )
      }
    >
      <ProjectDefaults slug={slug} project={project} members={members} editable={admin} />
      <div className="mt-6 mb-3 w-60 max-w-full max-md:w-full">
        <SearchInput
          label={t('project_settings.members.search')}
          value={typed}
          onChange={setTyped}
        />
      </div>
      {!shown ? (
        <SkeletonRows />
      ) : shown.length > 0 ? (
        <MembersTable
          slug={slug}
          project={project}
          members={shown}
          me={me}
          onRemove={setRemoving}
          onLeave={() => setLeaving(true)}
        />
      ) : (
        <p className="py-8 text-center text-ink-2">{t('project_settings.members.no_match')}</p>
      )}
      <Suspense>
        {adding && members && (
          <AddMembersDialog
            slug={slug}
            project={project}
            members={members}
            onClose={() => setAdding(false)}
          />
        )}
        {inviting && (
          <InviteDialog
            slug={slug}
            ownRole={workspaceRole}
            project={project}
            onClose={() => setInviting(false)}
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
        {leaving && (
          <LeaveProjectDialog slug={slug} project={project} onClose={() => setLeaving(false)} />
        )}
      </Suspense>
    </SettingsPage>
  )
}

import { ADMIN, GUEST, type Teamspace } from '@cairn/contract'
import { Ellipsis, Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useTeamspaces } from '#entities/teamspace/hooks.ts'
import { PlainRow } from '#entities/view/view-row.tsx'
import { usePeople, useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { Count } from '#ui/people/badge.tsx'
import { counted } from '#ui/platform/number.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { TeamspaceDialogs } from './teamspace-dialogs.tsx'
import { teamspaceLogo } from './teamspace-logo.tsx'
import { type AskedTeamspace, useTeamspaceMenu } from './use-teamspace-menu.ts'

/** The user's teamspaces; all of them, for admins. */
export function TeamspacesScreen() {
  const { slug } = useParams('/$slug/teamspaces')
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const role = workspace?.role ?? 0
  const teamspaces = useTeamspaces(slug)
  const [asked, setAsked] = useState<AskedTeamspace>()
  const menuOf = useTeamspaceMenu(slug, setAsked)
  usePageTitle(workspace && t('teamspaces.page_title', { workspace: workspace.name }))
  if (workspace && role <= GUEST) return <NotAuthorized />
  const create = role >= ADMIN ? () => setAsked({ action: 'create' }) : undefined

  return (
    <>
      <ShellHeader
        actions={
          create && (
            <Button variant="primary" icon={Plus} onClick={create}>
              {t('teamspaces.add')}
            </Button>
          )
        }
      >
        <Breadcrumbs>
          <Crumb current icon={Users}>
            <h1>{t('teamspaces.heading')}</h1>
          </Crumb>
        </Breadcrumbs>
        {teamspaces && teamspaces.length > 0 && <Count value={teamspaces.length} />}
      </ShellHeader>
      <div className="min-h-0 grow overflow-y-auto">
        {!teamspaces ? (
          <SkeletonRows />
        ) : teamspaces.length > 0 ? (
          <ul aria-label={t('teamspaces.heading')}>
            {teamspaces.map((teamspace) => (
              <TeamspaceRow
                key={teamspace.id}
                slug={slug}
                teamspace={teamspace}
                menu={menuOf(teamspace)}
              />
            ))}
          </ul>
        ) : (
          <EmptyState
            title={t('teamspaces.empty_title')}
            action={
              create && (
                <Button variant="primary" icon={Plus} onClick={create}>
                  {t('teamspaces.create_first')}
                </Button>
              )
            }
          >
            {t(create ? 'teamspaces.empty_text' : 'teamspaces.none_text')}
          </EmptyState>
        )}
      </div>
      <TeamspaceDialogs slug={slug} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

interface TeamspaceRowProps {
  slug: string
  teamspace: Teamspace
  menu: MenuEntry[]
}

function TeamspaceRow({ slug, teamspace, menu }: TeamspaceRowProps) {
  const { t } = useTranslation()
  const { id, name, lead_id, member_ids, project_ids } = teamspace
  const lead = usePeople(slug).get(lead_id ?? '')
  return (
    <PlainRow
      address={`/${slug}/teamspaces/${id}/`}
      icon={teamspaceLogo(teamspace)}
      name={name}
      hint={t('teamspaces.member_count', counted(member_ids.length))}
    >
      <span className="text-small text-ink-3 tabular-nums max-md:hidden">
        {t('teamspaces.project_count', counted(project_ids.length))}
      </span>
      <span className="grid w-5 place-items-center">
        {lead && <Avatar person={lead} size={20} />}
      </span>
      <Menu
        align="end"
        trigger={<IconButton size="sm" icon={Ellipsis} label={t('teamspaces.actions', { name })} />}
        items={menu}
      />
    </PlainRow>
  )
}

import { MEMBER } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnectionLost } from '#data/live.ts'
import { queryClient } from '#data/query-client.ts'
import { profile, rememberWorkspace, useMe } from '#features/account/hooks.ts'
import { useAppliedTheme } from '#features/account/use-applied-theme.ts'
import { isWritable, useJoinedProjects } from '#features/projects/hooks.ts'
import { useWorkspace, useWorkspaces } from '#features/workspaces/hooks.ts'
import { buttonLook } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useHotkeys } from './hotkeys.ts'
import { ShellContext, type WorkItemDefaults } from './shell-context.ts'
import { Sidebar } from './sidebar.tsx'
import { readStored, writeStored } from './stored.ts'
import { useWarmPopups } from './warm-popups.ts'

const CreateProjectDialog = lazy(() => import('#features/projects/create-project-dialog.tsx'))
const CreateWorkItemDialog = lazy(() => import('#features/work-items/create-work-item-dialog.tsx'))
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'))

const COLLAPSED = 'app_sidebar_collapsed'

export function Shell() {
  const { slug } = useParams({ from: '/$slug' })
  useAppliedTheme()
  useWarmPopups()
  return useWorkspace(slug) ? <WorkspaceShell key={slug} slug={slug} /> : <NoWorkspace />
}

function WorkspaceShell({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const { projectId } = useParams({ strict: false })
  const joined = useJoinedProjects(slug)
  const [collapsed, setCollapsed] = useState(() => readStored(COLLAPSED, false))
  const [drawer, setDrawer] = useState(false)
  const [creatingProject, setCreatingProject] = useState(false)
  const [creatingItem, setCreatingItem] = useState<WorkItemDefaults>()
  const [shortcuts, setShortcuts] = useState(false)

  const current = joined?.find(({ id }) => id === projectId)
  const writable = current ? isWritable(current) : Boolean(joined?.some(isWritable))
  const mayCreateProject = (workspace?.role ?? 0) >= MEMBER

  useRememberedWorkspace(workspace?.id)

  function toggleCollapsed() {
    writeStored(COLLAPSED, !collapsed)
    setCollapsed(!collapsed)
  }

  const deeds = useMemo(
    () => ({
      openMenu: () => setDrawer(true),
      createWorkItem: writable
        ? (defaults?: WorkItemDefaults) => setCreatingItem(defaults ?? {})
        : undefined,
      createProject: mayCreateProject ? () => setCreatingProject(true) : undefined,
    }),
    [writable, mayCreateProject],
  )

  useHotkeys({
    c: deeds.createWorkItem && (() => deeds.createWorkItem?.()),
    p: deeds.createProject,
    '?': () => setShortcuts(true),
    'mod+b': toggleCollapsed,
  })

  const sidebar = {
    slug,
    onShortcuts: () => setShortcuts(true),
    onToggle: toggleCollapsed,
  }
  return (
    <ShellContext value={deeds}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-tooltip) focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
      >
        {t('shell.skip_to_content')}
      </a>
      <div className="flex h-full overflow-hidden">
        <div className="max-md:hidden">
          <Sidebar {...sidebar} collapsed={collapsed} />
        </div>
        <SidePanel
          open={drawer}
          onClose={() => setDrawer(false)}
          label={t('shell.navigation')}
          side="left"
          width={300}
        >
          <Sidebar {...sidebar} collapsed={false} onNavigate={() => setDrawer(false)} />
        </SidePanel>
        <main id="main" className="relative flex min-w-0 grow flex-col bg-surface">
          <Reconnecting />
          <Outlet />
        </main>
      </div>
      <Suspense>
        {creatingProject && (
          <CreateProjectDialog slug={slug} onClose={() => setCreatingProject(false)} />
        )}
        {creatingItem && (
          <CreateWorkItemDialog
            slug={slug}
            defaults={{ project_id: projectId, ...creatingItem }}
            onClose={() => setCreatingItem(undefined)}
          />
        )}
        {shortcuts && <ShortcutsDialog onClose={() => setShortcuts(false)} />}
      </Suspense>
    </ShellContext>
  )
}

/** The next sign-in opens where one was last. */
function useRememberedWorkspace(id: string | undefined) {
  const { data } = useQuery(profile)
  const remembered = data?.last_workspace_id
  useEffect(() => {
    if (!id || remembered === undefined || remembered === id) return
    rememberWorkspace(id)
      .then((changed) => queryClient.setQueryData(profile.queryKey, changed))
      .catch(() => undefined)
  }, [id, remembered])
}

function Reconnecting() {
  const { t } = useTranslation()
  const lost = useConnectionLost()
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 bottom-4 z-(--z-bulk-bar) flex justify-center"
    >
      {lost && (
        <span className="flex h-8 items-center gap-2 rounded-full border border-line bg-raised px-3 text-small text-ink-2 shadow-lift-2">
          <Spinner size={14} />
          {t('shell.reconnecting')}
        </span>
      )}
    </div>
  )
}

function NoWorkspace() {
  const { t } = useTranslation()
  const { email } = useMe()
  const others = useWorkspaces().length > 0
  return (
    <main className="h-full">
      <EmptyState
        level={1}
        picture="no-match"
        title={t('errors.no_workspace.title')}
        action={
          <a href={others ? '/' : '/create-workspace/'} className={buttonLook('primary')}>
            {t(others ? 'errors.go_home' : 'errors.no_workspace.create')}
          </a>
        }
      >
        {t('errors.no_workspace.text', { email })}
      </EmptyState>
    </main>
  )
}

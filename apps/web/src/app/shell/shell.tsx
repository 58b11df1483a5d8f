import { MEMBER } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { Keyboard, PanelLeft, Plus, Search, Sparkles, SquarePlus } from 'lucide-react'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import type { Direction } from '#data/undo-stack.ts'
import {
  profile,
  saveLastWorkspace,
  useLiveAccount,
  useMe,
  useWeekStart,
} from '#entities/account/hooks.ts'
import { useAppliedTheme } from '#entities/account/use-applied-theme.ts'
import { useOwnZone } from '#entities/account/use-own-zone.ts'
import { useSpokenLanguage } from '#entities/account/use-spoken-language.ts'
import { Reconnecting } from '#entities/frame/reconnecting.tsx'
import type { PlanKind } from '#entities/frame/shell-context.ts'
import { ShellContext } from '#entities/frame/shell-context.ts'
import { isWritable, useJoinedProjects } from '#entities/project/hooks.ts'
import type { WorkItemIntent } from '#entities/work-item/intent.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { TypedAhead } from '#ui/controls/typed-ahead.tsx'
import { WeekStart } from '#ui/dates/week-start.ts'
import { Loader } from '#ui/feedback/loader.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { type Command, useCommands } from '#ui/platform/commands.ts'
import { afterFirstScreen, screenIsShown } from '#ui/platform/first-screen.ts'
import { useHotkeys } from '#ui/platform/hotkeys.ts'
import { lateFile } from '#ui/platform/late-file.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { useParams, usePathname } from '#ui/router/hooks.ts'
import { Outlet } from '#ui/router/outlet.tsx'
import { useCommandKeys } from '../palette/use-command-keys.ts'
import { useSequences } from '../palette/use-sequences.ts'
import { planProject, plans } from './plans.ts'
import { COLLAPSED, Sidebar } from './sidebar.tsx'
import { useLocalCache } from './use-local-cache.ts'
import { useOutboxStart } from './use-outbox-start.ts'
import { useWorkOffline } from './use-work-offline.ts'
import { useWarmPopups } from './warm-popups.ts'

const CreateProjectDialog = lazy(() => import('#features/projects/create-project-dialog.tsx'))
const WorkItemDialog = lazy(() => import('#features/work-item-dialog/work-item-dialog.tsx'))
const NoWorkspaceScreen = lazy(() => import('#features/workspaces/no-workspace-screen.tsx'))
const OutboxPanel = lazy(() => import('../outbox/outbox-panel.tsx'))
const Palette = lazy(() => import('../palette/palette.tsx'))
const PlanDialog = lazy(() => import('./plan-dialog.tsx'))
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'))
const StickiesDialog = lazy(() => import('#features/stickies/stickies-dialog.tsx'))
const WhatsNewDialog = lazy(() => import('#features/release-notes/whats-new-dialog.tsx'))

export function Shell() {
  const { slug } = useParams('/$slug')
  useAppliedTheme()
  useSpokenLanguage()
  useOwnZone()
  useLiveAccount()
  useWarmPopups()
  useWorkOffline()
  useOutboxStart()
  if (useWorkspace(slug)) return <WorkspaceShell key={slug} slug={slug} />
  return (
    <Suspense fallback={<Loader />}>
      <NoWorkspaceScreen slug={slug} />
    </Suspense>
  )
}

function WorkspaceShell({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const { projectId: listed, key } = useParams()
  // Settings have a separate frame.
  const atSettings = usePathname().startsWith(`/${slug}/settings/`)
  const weekStart = useWeekStart()
  const joined = useJoinedProjects(slug)
  // The page of an item identifies its project by the item's key.
  const identifier = key?.replace(/-\d+$/, '')
  const projectId = listed ?? joined?.find((one) => one.identifier === identifier)?.id
  const [collapsed, setCollapsed] = useStored(COLLAPSED, false)
  const [drawer, setDrawer] = useState(false)
  const [creatingProject, setCreatingProject] = useState(false)
  const [requested, setRequested] = useState<Requested>()
  const [planning, plan] = useState<PlanKind>()
  const [noting, setNoting] = useState<{ adds: boolean }>()
  const [openStickies] = useState(
    () =>
      ({ adds = false } = {}) =>
        setNoting({ adds }),
  )
  const [shortcuts, setShortcuts] = useState(false)
  const [whatsNew, setWhatsNew] = useState(false)
  const [palette, setPalette] = useState(false)
  const [reviewing, setReviewing] = useState(false)

  const current = joined?.find(({ id }) => id === projectId)
  const writable = current ? isWritable(current) : Boolean(joined?.some(isWritable))
  const mayCreateProject = (workspace?.role ?? 0) >= MEMBER

  useLastWorkspace(workspace?.id)
  useLocalCache(slug, listed, joined)

  const actions = useMemo(
    () => ({
      openMenu: () => setDrawer(true),
      createWorkItem: writable
        ? (intent?: WorkItemIntent) =>
            setRequested((last) => ({ intent: intent ?? {}, number: (last?.number ?? 0) + 1 }))
        : undefined,
      createProject: mayCreateProject ? () => setCreatingProject(true) : undefined,
      createPlan: plan,
      openStickies,
      openShortcuts: () => setShortcuts(true),
      openPalette: () => setPalette(true),
      reviewChanges: () => setReviewing(true),
    }),
    [writable, mayCreateProject, openStickies],
  )

  useShellCommands({
    createWorkItem: actions.createWorkItem && (() => actions.createWorkItem?.()),
    createProject: actions.createProject,
    createPlan: (kind) => (planProject(kind, joined, projectId) ? () => plan(kind) : undefined),
    toggleSidebar: () => setCollapsed(!collapsed),
    showShortcuts: () => setShortcuts(true),
    showWhatsNew: () => setWhatsNew(true),
    openPalette: () => setPalette(true),
    undo: (direction) => undoOrSay(direction, slug),
    hasProjects: Boolean(joined?.length),
  })
  useHotkeys({ 'mod+y': () => undoOrSay('redo', slug) })
  useCommandKeys()
  useSequences(slug, projectId)
  useLeftDialog(slug, actions.createWorkItem)

  const sidebar = {
    slug,
    onShortcuts: () => setShortcuts(true),
    onWhatsNew: () => setWhatsNew(true),
    onPalette: () => setPalette(true),
    onToggle: () => setCollapsed(!collapsed),
  }
  return (
    <ShellContext value={actions}>
      <WeekStart value={weekStart}>
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-(--z-tooltip) focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
        >
          {t('shell.skip_to_content')}
        </a>
        {atSettings ? (
          <Screen />
        ) : (
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
              navigates
            >
              <Sidebar {...sidebar} collapsed={false} onLeaveDrawer={() => setDrawer(false)} />
            </SidePanel>
            <main id="main" className="relative flex min-w-0 grow flex-col bg-surface">
              <Reconnecting />
              <Screen />
            </main>
          </div>
        )}
        <Suspense fallback={<TypedAhead />}>
          <Presence>
            {creatingProject && (
              <CreateProjectDialog slug={slug} onClose={() => setCreatingProject(false)} />
            )}
          </Presence>
          <Presence>
            {planning && (
              <PlanDialog
                kind={planning}
                slug={slug}
                project_id={planProject(planning, joined, projectId) ?? ''}
                onClose={() => plan(undefined)}
              />
            )}
          </Presence>
          <Presence>
            {requested && (
              <WorkItemDialog
                key={requested.number}
                slug={slug}
                intent={{ project_id: projectId, ...requested.intent }}
                onClose={() => setRequested((now) => (now === requested ? undefined : now))}
              />
            )}
          </Presence>
          {palette && <Palette slug={slug} onClose={() => setPalette(false)} />}
          <Presence>
            {noting && (
              <StickiesDialog slug={slug} adds={noting.adds} onClose={() => setNoting(undefined)} />
            )}
          </Presence>
          <Presence>
            {reviewing && <OutboxPanel slug={slug} onClose={() => setReviewing(false)} />}
          </Presence>
          <Presence>{whatsNew && <WhatsNewDialog onClose={() => setWhatsNew(false)} />}</Presence>
          <Presence>
            {shortcuts && <ShortcutsDialog slug={slug} onClose={() => setShortcuts(false)} />}
          </Presence>
        </Suspense>
      </WeekStart>
    </ShellContext>
  )
}

/** What the dialog is open for, and a counter: each new dialog starts fresh. */
interface Requested {
  intent: WorkItemIntent
  number: number
}

/** A screen that suspends hides only itself, not an open dialog. */
function Screen() {
  return (
    <Suspense fallback={<Loader />}>
      <Outlet />
      <Shown />
    </Suspense>
  )
}

function Shown() {
  useEffect(screenIsShown, [])
  return null
}

interface ShellActionsAndRights {
  createWorkItem: (() => void) | undefined
  createProject: (() => void) | undefined
  createPlan: (kind: PlanKind) => (() => void) | undefined
  toggleSidebar: () => void
  showShortcuts: () => void
  showWhatsNew: () => void
  openPalette: () => void
  undo: (direction: Direction) => void
  hasProjects: boolean
}

// Loaded with the changes that can be undone.
const undo = lateFile(() => import('#entities/work-item-list/undo-messages.ts'))

/** Undoes or redoes the last change of work items made here. */
const undoOrSay = (direction: Direction, slug: string) =>
  undo.use(({ stepBackOrSay }) => stepBackOrSay(direction, slug))

/** Commands that work everywhere, most of them by a key: the rest is loaded with the palette. */
function useShellCommands(shell: ShellActionsAndRights) {
  const { t } = useTranslation()
  const commands: Command[] = [
    {
      id: 'work-item.create',
      group: 'create',
      label: t('shell.commands.create_work_item'),
      icon: Plus,
      shortcut: 'c',
      run: shell.createWorkItem,
      refusal: shell.hasProjects ? undefined : t('shell.nowhere_to_create'),
    },
    {
      id: 'project.create',
      group: 'create',
      label: t('shell.commands.create_project'),
      icon: SquarePlus,
      shortcut: 'p',
      // On screens with work items the letter alone acts on them.
      keys: 'n p',
      run: shell.createProject,
    },
    ...plans.map(({ kind, key, icon }) => ({
      id: `${kind}.create`,
      group: 'create' as const,
      label: t(`shell.commands.create_${kind}`),
      icon,
      shortcut: key,
      keys: key === 'd' ? 'n d' : undefined,
      run: shell.createPlan(kind),
    })),
    {
      id: 'help.whats-new',
      group: 'help',
      label: t('shell.whats_new'),
      icon: Sparkles,
      run: shell.showWhatsNew,
    },
    {
      id: 'help.shortcuts',
      group: 'help',
      label: t('shell.commands.show_shortcuts'),
      icon: Keyboard,
      shortcut: '?',
      run: shell.showShortcuts,
    },
    {
      id: 'undo',
      group: 'help',
      label: t('shell.commands.undo'),
      shortcut: 'mod+z',
      run: () => shell.undo('undo'),
    },
    {
      id: 'redo',
      group: 'help',
      label: t('shell.commands.redo'),
      shortcut: 'mod+shift+z',
      run: () => shell.undo('redo'),
    },
    {
      id: 'sidebar.toggle',
      group: 'help',
      label: t('shell.commands.toggle_sidebar'),
      icon: PanelLeft,
      shortcut: 'mod+b',
      run: shell.toggleSidebar,
    },
    {
      id: 'open-palette',
      group: 'help',
      label: t('shell.open_palette'),
      icon: Search,
      shortcut: 'mod+k',
      whileTyping: true,
      hidden: true,
      run: shell.openPalette,
    },
  ]
  useCommands(commands)
}

/** Opens the dialog that was open when the page was closed, or that the URL asks for. */
function useLeftDialog(slug: string, open: ((intent: WorkItemIntent) => void) | undefined) {
  const { id: me } = useMe()
  useEffect(() => {
    if (!open) return
    const left = new AbortController()
    void afterFirstScreen()
      .then(() => import('./reopen-dialog.ts'))
      .then(({ reopenDialog }) => reopenDialog(slug, me, open, left.signal))
    return () => left.abort()
  }, [open, me, slug])
}

/** The next sign-in opens the last workspace. */
function useLastWorkspace(id: string | undefined) {
  const { data } = useQuery(profile)
  const remembered = data?.last_workspace_id
  useEffect(() => {
    if (!id || remembered === undefined || remembered === id) return
    saveLastWorkspace(id)
      .then((changed) => queryClient.setQueryData(profile.queryKey, changed))
      .catch(() => undefined)
  }, [id, remembered])
}

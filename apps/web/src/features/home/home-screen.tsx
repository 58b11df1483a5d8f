import type { HomeWidgetKey } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { House, Plus, SlidersHorizontal } from 'lucide-react'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { profile, useMe } from '#entities/account/hooks.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { NoProjects } from '#entities/frame/no-projects.tsx'
import { useShell } from '#entities/frame/shell-context.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { ProjectCard } from '#entities/project-card/project-card.tsx'
import { ProjectCards, ProjectCardsSkeleton } from '#entities/project-card/project-cards.tsx'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { QuickLinksWidget } from '#features/quick-links/quick-links-widget.tsx'
import { Recents } from '#features/recent-visits/recents.tsx'
import { PeekHost } from '#features/work-item-screens/peek-host.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { HomeSection, LateSection } from '#ui/layout/home-section.tsx'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { clockIn, partOfDay } from './greeting.ts'
import { useHomeWidgets } from './hooks.ts'
import { useJoinableProjects } from './joinable.ts'
import { useNewcomer } from './newcomer.ts'
import { QuickstartGuide } from './quickstart-guide.tsx'
import { SummaryStrip } from './summary-strip.tsx'

/**
 * Shows sections from the top down: those below a loading one stay hidden until it is there, so
 * that it does not move them. If one never loads, the rest is shown after `IN_ORDER_MS`.
 */
const inOrder = '[&>:is([data-late],:has([data-late]))~*]:invisible'
const IN_ORDER_MS = 8_000

/** The rest is a click away, and in the sidebar. */
const SHOWN_LIMIT = 12

const ProductTour = lazy(() => import('#features/onboarding/product-tour.tsx'))
const StickiesWidget = lazy(() => import('#features/stickies/stickies-widget.tsx'))
const DashboardSection = lazy(async () => {
  await afterFirstScreen()
  return import('./dashboard-section.tsx')
})
const FirstSteps = lazy(() => import('./first-steps.tsx'))
const JoinableRows = lazy(async () => ({
  default: (await import('./project-rows.tsx')).JoinableRows,
}))
const ManageWidgetsDialog = lazy(() => import('./manage-widgets-dialog.tsx'))

const widgetOf: Record<HomeWidgetKey, ComponentType<{ slug: string }>> = {
  quick_links: QuickLinksWidget,
  recents: Recents,
  my_stickies: StickiesWidget,
}

export function HomeScreen() {
  const { slug } = useParams('/$slug/')
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const isOutside = useJoinedProjects(slug)?.length === 0
  const joinable = useJoinableProjects(slug)
  const newcomer = useNewcomer(slug)
  const isNew = useQuery(profile).data?.is_tour_completed === false
  const isComing = useComing()
  usePageTitle(workspace && t('home.page_title', { workspace: workspace.name }))

  return (
    <>
      {isNew && (
        <Suspense>
          <ProductTour />
        </Suspense>
      )}
      <ShellHeader>
        <Breadcrumbs>
          <Crumb current icon={House}>
            {t('home.heading')}
          </Crumb>
        </Breadcrumbs>
      </ShellHeader>
      <PeekHost slug={slug}>
        <div className="min-h-0 grow overflow-y-auto">
          <div
            className={classNames(
              'mx-auto flex min-h-full w-248 max-w-full flex-col px-4 pt-8 pb-10 max-md:pt-6',
              isComing && inOrder,
            )}
          >
            <Top slug={slug} welcomes={newcomer.isNew} />
            {newcomer.isNew ? (
              <Suspense fallback={<LateSection />}>
                <FirstSteps slug={slug} onDismiss={newcomer.dismiss} />
                <Widgets slug={slug} />
              </Suspense>
            ) : (
              <>
                <SummaryStrip slug={slug} />
                <QuickstartGuide slug={slug} />
                <Widgets slug={slug} />
              </>
            )}
            <Suspense fallback={<LateSection />}>
              <DashboardSection slug={slug} />
            </Suspense>
            {isOutside && !newcomer.isNew && (
              <Suspense>
                <JoinableRows slug={slug} />
              </Suspense>
            )}
            {isOutside && joinable?.length === 0 && (
              <div className="grid grow">
                <NoProjects />
              </div>
            )}
            {!isOutside && !newcomer.isNew && <Projects slug={slug} />}
          </div>
        </div>
      </PeekHost>
    </>
  )
}

function Top({ slug, welcomes }: { slug: string; welcomes: boolean }) {
  const { t } = useTranslation()
  const widgets = useHomeWidgets(slug)
  const [managing, setManaging] = useState(false)
  return (
    <div className="flex items-center justify-between gap-4">
      {welcomes ? <Welcome slug={slug} /> : <Greeting />}
      <Button icon={SlidersHorizontal} disabled={!widgets} onClick={() => setManaging(true)}>
        {t('home.widgets.manage')}
      </Button>
      <Presence>
        {managing && widgets && (
          <Suspense>
            <ManageWidgetsDialog slug={slug} widgets={widgets} onClose={() => setManaging(false)} />
          </Suspense>
        )}
      </Presence>
    </div>
  )
}

function Widgets({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const widgets = useHomeWidgets(slug)
  if (!widgets) return <LateSection />
  const shown = widgets.filter(({ is_enabled }) => is_enabled)
  if (shown.length === 0) {
    return <p className="mt-8 text-center text-ink-3">{t('home.widgets.none')}</p>
  }
  return shown.map(({ key }) => {
    const Widget = widgetOf[key]
    return (
      <Suspense key={key} fallback={<LateSection />}>
        <Widget slug={slug} />
      </Suspense>
    )
  })
}

function Projects({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const projects = useJoinedProjects(slug)
  const { createProject } = useShell()
  return (
    <HomeSection
      id="home-projects"
      title={t('home.projects')}
      actions={
        createProject && (
          <Button variant="ghost" icon={Plus} onClick={createProject}>
            {t('projects.create')}
          </Button>
        )
      }
    >
      {projects ? (
        <ProjectCards bare>
          {projects.slice(0, SHOWN_LIMIT).map((project) => (
            <ProjectCard key={project.id} slug={slug} project={project} />
          ))}
        </ProjectCards>
      ) : (
        <ProjectCardsSkeleton bare />
      )}
      {projects && projects.length > SHOWN_LIMIT && (
        <p className="mt-4 text-center">
          <Link to="/$slug/projects/" params={{ slug }} className="link">
            {t('home.all_projects', { count: projects.length })}
          </Link>
        </p>
      )}
    </HomeSection>
  )
}

function Welcome({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { first_name, display_name } = useMe()
  const workspace = useWorkspace(slug)?.name
  const count = useJoinedProjects(slug)?.length
  return (
    <div className="min-w-0">
      <h1 className="text-display font-semibold wrap-anywhere">
        {t('home.welcome', { workspace, name: first_name || display_name })}
      </h1>
      <p className="mt-1 min-h-5 text-ink-2">
        {count !== undefined && t(count > 0 ? 'home.in_projects' : 'home.in_no_project', { count })}
      </p>
    </div>
  )
}

/** While sections of the page load; offline some never do. */
function useComing() {
  const [isComing, setComing] = useState(navigator.onLine)
  useEffect(() => {
    const timer = setTimeout(() => setComing(false), IN_ORDER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isComing
}

/** In the user's selected time zone. */
function Greeting() {
  const { t, i18n } = useTranslation()
  const me = useMe()
  const { hour, day, time } = clockIn(me.user_timezone, useNow(), i18n.language)
  const name = me.first_name || me.display_name
  return (
    <div className="min-w-0">
      <h1 className="text-display font-semibold">
        {t(`home.greeting.${partOfDay(hour)}`, { name })}
      </h1>
      <p className="mt-1 text-ink-2 tabular-nums">{`${day} · ${time}`}</p>
    </div>
  )
}

function useNow() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

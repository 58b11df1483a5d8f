import type { Project } from '@cairn/contract'
import { Archive, Briefcase, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { NoProjects } from '#entities/frame/no-projects.tsx'
import { useShell } from '#entities/frame/shell-context.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { ProjectDialogs, type RequestedAction } from '#entities/project/project-dialogs.tsx'
import { useRestLater } from '#entities/project/use-rest-later.ts'
import { ProjectCard } from '#entities/project-card/project-card.tsx'
import { ProjectCards, ProjectCardsSkeleton } from '#entities/project-card/project-cards.tsx'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { OrderMenu } from '#ui/controls/order-menu.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { MenuBar } from '#ui/layout/header-bar.tsx'
import { Count } from '#ui/people/badge.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { AppliedFilters } from './applied-filters.tsx'
import { FiltersPopover } from './filters-popover.tsx'
import {
  countFilters,
  filterProjects,
  orderProjects,
  orders,
  searchProjects,
} from './project-filters.ts'
import { useStoredView } from './use-stored-view.ts'

export const ProjectsScreen = () => <ProjectList archived={false} />

export const ArchivedProjectsScreen = () => <ProjectList archived />

const SHOWN_LIMIT = 24

interface CardsProps {
  slug: string
  projects: readonly Project[]
  onAsk: (asked: RequestedAction) => void
}

function Cards({ slug, projects, onAsk }: CardsProps) {
  return useRestLater(projects, SHOWN_LIMIT).map((project) => (
    <ProjectCard key={project.id} slug={slug} project={project} onAsk={onAsk} />
  ))
}

function ProjectList({ archived }: { archived: boolean }) {
  const { slug } = useParams('/$slug')
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const { createProject } = useShell()
  const { filters, order, setFilters, setOrder } = useStoredView(slug)
  const small = useSmallScreen()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<RequestedAction>()
  const all = useAllProjects(slug)
  const title = archived ? 'projects.archived_page_title' : 'projects.page_title'
  usePageTitle(workspace && t(title, { workspace: workspace.name }))

  const projects = all?.filter(({ archived_at }) => (archived_at !== null) === archived)
  const left = projects && filterProjects(projects, filters, todayHere())
  const shown = left && orderProjects(searchProjects(left, typed), order)
  const any = projects !== undefined && projects.length > 0
  const filtered = countFilters(filters) > 0
  const search = <SearchInput label={t('projects.search')} value={typed} onChange={setTyped} />
  const controls = (
    <>
      <OrderMenu
        orders={orders}
        nameOf={(by) => t(`projects.order.${by}`)}
        order={order}
        onChange={setOrder}
      />
      <FiltersPopover slug={slug} filters={filters} onChange={setFilters} />
    </>
  )

  return (
    <>
      <ShellHeader
        actions={
          <>
            {any && !small && (
              <>
                <div className="w-48">{search}</div>
                {controls}
              </>
            )}
            {createProject && !archived && (
              <Button variant="primary" icon={Plus} onClick={createProject}>
                <span className="max-md:hidden">{t('projects.add')}</span>
                <span className="md:hidden">{t('projects.add_short')}</span>
              </Button>
            )}
          </>
        }
      >
        <Breadcrumbs>
          {archived ? (
            <>
              <Crumb icon={Briefcase}>
                <Link to="/$slug/projects/" params={{ slug }}>
                  {t('projects.heading')}
                </Link>
              </Crumb>
              <Crumb current icon={Archive}>
                <h1>{t('projects.archives')}</h1>
              </Crumb>
            </>
          ) : (
            <Crumb current icon={Briefcase}>
              <h1>{t('projects.heading')}</h1>
            </Crumb>
          )}
        </Breadcrumbs>
        {any && <Count value={projects.length} />}
      </ShellHeader>
      {any && small && <MenuBar>{controls}</MenuBar>}
      {any && filtered && (
        <AppliedFilters
          slug={slug}
          filters={filters}
          onChange={setFilters}
          shown={shown?.length ?? 0}
          total={projects.length}
        />
      )}
      <div className="min-h-0 grow overflow-y-auto">
        {any && small && <div className="px-4 pt-4">{search}</div>}
        {!shown ? (
          <ProjectCardsSkeleton />
        ) : shown.length > 0 ? (
          <ProjectCards>
            <Cards slug={slug} projects={shown} onAsk={setAsked} />
          </ProjectCards>
        ) : any ? (
          <EmptyState picture="no-match" title={t('projects.no_match_title')}>
            {t(filtered ? 'projects.no_filter_match_text' : 'projects.no_match_text')}
          </EmptyState>
        ) : archived ? (
          <EmptyState title={t('projects.no_archived_title')}>
            {t('projects.no_archived_text')}
          </EmptyState>
        ) : (
          <NoProjects />
        )}
        {!archived && all?.some(({ archived_at }) => archived_at) && (
          <p className="px-4 pb-6 text-center">
            <Link to="/$slug/projects/archives/" params={{ slug }} className="link">
              {t('projects.show_archives')}
            </Link>
          </p>
        )}
      </div>
      <ProjectDialogs slug={slug} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

import { type ActiveCycle, GUEST } from '@cairn/contract'
import { IterationCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readOn } from '#data/read-on.ts'
import { useActiveCycles } from '#entities/cycle/hooks.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useAllProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import NotLoaded from '#entities/work-item-list/not-loaded.tsx'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Count } from '#ui/people/badge.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { SummaryPanel } from './active-panel.tsx'
import { CycleAside } from './cycle-aside.tsx'
import { type AskedCycle, CycleDialogs } from './cycle-dialogs.tsx'
import { CycleRow } from './cycle-row.tsx'
import { useCycleMenu } from './use-cycle-menu.ts'
import { usePeekedCycle } from './use-peeked-cycle.ts'

/** The active cycles of all the user's projects, on one page. */
export function ActiveCyclesScreen() {
  const { slug } = useParams('/$slug/active-cycles')
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  usePageTitle(workspace && t('cycles.active_title', { name: workspace.name }))
  if (workspace && (workspace.role ?? 0) <= GUEST) return <NotAuthorized />
  return <ActiveCycles slug={slug} />
}

function ActiveCycles({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const query = useActiveCycles(slug)
  const { data, error, hasNextPage, isFetchingNextPage, refetch } = query
  const [peeked, setPeeked] = usePeekedCycle()
  const projects = useAllProjects(slug)
  const cycles = data?.pages.flatMap(({ results }) => results)
  const opened = cycles?.find(({ id }) => id === peeked)
  const project = projects?.find(({ id }) => id === opened?.project_id)
  return (
    <>
      <ShellHeader>
        <Breadcrumbs>
          <Crumb current icon={IterationCw}>
            <h1>{t('cycles.active_heading')}</h1>
          </Crumb>
        </Breadcrumbs>
        {data && <Count value={data.pages[0]?.total_count ?? 0} />}
      </ShellHeader>
      <div className="flex min-h-0 grow">
        <div className="min-w-0 grow overflow-y-auto">
          {error && !cycles ? (
            <NotLoaded onRetry={() => void refetch()} />
          ) : !cycles ? (
            <SkeletonRows count={8} />
          ) : cycles.length === 0 ? (
            <EmptyState title={t('cycles.no_active')}>{t('cycles.no_active_text')}</EmptyState>
          ) : (
            cycles.map((cycle) => (
              <ProjectCycle
                key={cycle.id}
                slug={slug}
                cycle={cycle}
                peeked={cycle.id === peeked}
                onPeek={setPeeked}
              />
            ))
          )}
          {hasNextPage && (
            <p className="p-4 text-center">
              <Button busy={isFetchingNextPage} onClick={() => void readOn(query)}>
                {t('cycles.load_more')}
              </Button>
            </p>
          )}
        </div>
        {project && (
          <CycleAside
            slug={slug}
            project={project}
            cycle={opened}
            onClose={() => setPeeked(undefined)}
          />
        )}
      </div>
    </>
  )
}

interface ProjectCycleProps {
  slug: string
  cycle: ActiveCycle
  peeked: boolean
  onPeek: (id: string) => void
}

function ProjectCycle(props: ProjectCycleProps) {
  const project = useAllProjects(props.slug)?.find(({ id }) => id === props.cycle.project_id)
  return project ? <OfProject {...props} project={project} /> : null
}

type OfProjectProps = ProjectCycleProps & { project: Parameters<typeof projectLogo>[0] } & Pick<
    Parameters<typeof CycleRow>[0],
    'project'
  >

function OfProject({ slug, project, cycle, peeked, onPeek }: OfProjectProps) {
  const [asked, setAsked] = useState<AskedCycle>()
  const menu = useCycleMenu({ slug, project, onAsk: setAsked })
  return (
    <section aria-label={project.name}>
      <h2 className="flex h-9 items-center gap-2 border-b border-line-subtle bg-sunken px-4 font-medium">
        <Icon of={projectLogo(project)} />
        <Link
          to="/$slug/projects/$projectId/cycles/"
          params={{ slug, projectId: project.id }}
          className="min-w-0 truncate hover:underline"
        >
          {project.name}
        </Link>
      </h2>
      <ul>
        <CycleRow
          slug={slug}
          project={project}
          cycle={cycle}
          menu={menu}
          peeked={peeked}
          onPeek={onPeek}
        />
      </ul>
      <SummaryPanel slug={slug} project={project} cycle={cycle} />
      <CycleDialogs
        place={{ slug, project_id: project.id }}
        asked={asked}
        onClose={() => setAsked(undefined)}
      />
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { House, Plus } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { profile, useMe } from '#features/account/hooks.ts'
import { useJoinedProjects } from '#features/projects/hooks.ts'
import { NoProjects } from '#features/projects/no-projects.tsx'
import { ProjectCard } from '#features/projects/project-card.tsx'
import { ProjectCards, ProjectCardsSkeleton } from '#features/projects/project-cards.tsx'
import { Recents } from '#features/recent-visits/recents.tsx'
import { ShellHeader } from '#features/shell/header.tsx'
import { useShell } from '#features/shell/shell-context.ts'
import { usePageTitle } from '#features/shell/use-page-title.ts'
import { PeekHost } from '#features/work-item-detail/peek-host.tsx'
import { useWorkspace } from '#features/workspaces/hooks.ts'
import { Breadcrumbs, Crumb } from '#ui/breadcrumbs.tsx'
import { Button } from '#ui/button.tsx'
import { lazy } from '#ui/lazy.ts'
import { partOfDay } from './greeting.ts'

/** The rest is a click away, and in the sidebar. */
const FEW = 12

const ProductTour = lazy(() => import('#features/onboarding/product-tour.tsx'))

export function HomeScreen() {
  const { slug } = useParams({ from: '/$slug/' })
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const projects = useJoinedProjects(slug)
  const { createProject } = useShell()
  const isNew = useQuery(profile).data?.is_tour_completed === false
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
          <div className="mx-auto flex min-h-full w-248 max-w-full flex-col px-4 pt-8 pb-10 max-md:pt-6">
            <Greeting />
            {projects?.length === 0 ? (
              <div className="grid grow">
                <NoProjects />
              </div>
            ) : (
              <>
                <Recents slug={slug} />
                <section className="mt-8" aria-labelledby="home-projects">
                  <div className="mb-2 flex h-7 items-center justify-between">
                    <h2 id="home-projects" className="text-body font-semibold">
                      {t('home.projects')}
                    </h2>
                    {createProject && (
                      <Button variant="ghost" icon={Plus} onClick={createProject}>
                        {t('projects.create')}
                      </Button>
                    )}
                  </div>
                  {projects ? (
                    <ProjectCards bare>
                      {projects.slice(0, FEW).map((project) => (
                        <ProjectCard key={project.id} slug={slug} project={project} />
                      ))}
                    </ProjectCards>
                  ) : (
                    <ProjectCardsSkeleton bare />
                  )}
                  {projects && projects.length > FEW && (
                    <p className="mt-4 text-center">
                      <Link to="/$slug/projects/" params={{ slug }} className="link">
                        {t('home.all_projects', { count: projects.length })}
                      </Link>
                    </p>
                  )}
                </section>
              </>
            )}
          </div>
        </div>
      </PeekHost>
    </>
  )
}

function Greeting() {
  const { t } = useTranslation()
  const me = useMe()
  const now = useMinute()
  const name = me.first_name || me.display_name
  const day = now.toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: '2-digit' })
  const time = now.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return (
    <div>
      <h1 className="text-display font-semibold">
        {t(`home.greeting.${partOfDay(now.getHours())}`, { name })}
      </h1>
      <p className="mt-1 text-ink-2 tabular-nums">{`${day} · ${time}`}</p>
    </div>
  )
}

function useMinute() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

import { useParams } from '@tanstack/react-router'
import { Briefcase, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShellHeader } from '#features/shell/header.tsx'
import { useShell } from '#features/shell/shell-context.ts'
import { usePageTitle } from '#features/shell/use-page-title.ts'
import { useWorkspace } from '#features/workspaces/hooks.ts'
import { Count } from '#ui/badge.tsx'
import { Breadcrumbs, Crumb } from '#ui/breadcrumbs.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { useProjects } from './hooks.ts'
import { NoProjects } from './no-projects.tsx'
import { ProjectCard } from './project-card.tsx'
import { ProjectCards, ProjectCardsSkeleton } from './project-cards.tsx'

export function ProjectsScreen() {
  const { slug } = useParams({ from: '/$slug/projects' })
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const { createProject } = useShell()
  const [typed, setTyped] = useState('')
  const projects = useProjects(slug)
  usePageTitle(workspace && t('projects.page_title', { workspace: workspace.name }))

  const wanted = typed.trim().toLowerCase()
  const shown = projects
    ?.filter((project) => `${project.name} ${project.identifier}`.toLowerCase().includes(wanted))
    .sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))

  return (
    <>
      <ShellHeader
        actions={
          <>
            {projects && projects.length > 0 && (
              <div className="w-48 max-md:hidden">
                <SearchInput label={t('projects.search')} value={typed} onChange={setTyped} />
              </div>
            )}
            {createProject && (
              <Button variant="primary" icon={Plus} onClick={createProject}>
                <span className="max-md:hidden">{t('projects.add')}</span>
                <span className="md:hidden">{t('projects.add_short')}</span>
              </Button>
            )}
          </>
        }
      >
        <Breadcrumbs>
          <Crumb current icon={Briefcase}>
            <h1>{t('projects.heading')}</h1>
          </Crumb>
        </Breadcrumbs>
        {projects && projects.length > 0 && <Count value={projects.length} />}
      </ShellHeader>
      <div className="min-h-0 grow overflow-y-auto">
        {projects && projects.length > 0 && (
          <div className="px-4 pt-4 md:hidden">
            <SearchInput label={t('projects.search')} value={typed} onChange={setTyped} />
          </div>
        )}
        {!shown ? (
          <ProjectCardsSkeleton />
        ) : shown.length > 0 ? (
          <ProjectCards>
            {shown.map((project) => (
              <ProjectCard key={project.id} slug={slug} project={project} />
            ))}
          </ProjectCards>
        ) : wanted ? (
          <EmptyState picture="no-match" title={t('projects.no_match_title')}>
            {t('projects.no_match_text')}
          </EmptyState>
        ) : (
          <NoProjects />
        )}
      </div>
    </>
  )
}

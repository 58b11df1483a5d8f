import type { Project } from '@cairn/contract'
import type { ReactNode } from 'react'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import ClosedProject from './closed-project.tsx'
import { FeatureOff } from './feature-off.tsx'
import { isOpen, isWritable, useAllProjects } from './hooks.ts'

const flags = {
  cycles: 'cycle_view',
  modules: 'module_view',
  views: 'issue_views_view',
  pages: 'page_view',
  intake: 'inbox_view',
} as const

interface WithProjectProps {
  slug: string
  id: string
  /** The feature of this screen, which is not shown while it is disabled. */
  feature: keyof typeof flags
  /** Not for read-only users. */
  writersOnly?: boolean
  /** Tab title from the project's name; screens of a single entity set it themselves. */
  title?: (project: string) => string
  children: (project: Project) => ReactNode
}

/** A screen of a project, or its replacement: closed, disabled, not for the user's role. */
export function WithProject(props: WithProjectProps) {
  const { slug, id, feature, writersOnly = false, title, children } = props
  const projects = useAllProjects(slug)
  const project = projects?.find((one) => one.id === id)
  usePageTitle(project && title?.(project.name))
  if (projects && !isOpen(project)) return <ClosedProject slug={slug} project={project} />
  if (!project) return <SkeletonRows />
  if (writersOnly && !isWritable(project)) return <NotAuthorized />
  if (!project[flags[feature]]) return <FeatureOff {...{ slug, project, feature }} />
  return children(project)
}

import type { Project } from '@cairn/contract'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { useAllProjects } from './hooks.ts'

interface SettingsProject {
  slug: string
  /** Undefined for the moment in which the frame unmounts the page. */
  project: Project | undefined
}

/** The project whose settings are open. `title` builds the tab title from its name. */
export function useSettingsProject(title: (name: string) => string): SettingsProject {
  const { slug, projectId } = useParams('/$slug/settings/projects/$projectId')
  const project = useAllProjects(slug)?.find(({ id }) => id === projectId)
  usePageTitle(project && title(project.name))
  return { slug, project }
}

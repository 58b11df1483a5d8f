import type { Project } from '@cairn/contract'

interface Where {
  slug: string
  me: string
  /** The current project. */
  project: Project | undefined
}

/** Targets of G and a letter, with their names. */
export function placesOf({ slug, me, project }: Where) {
  const base = `/${slug}`
  const own = project && `${base}/projects/${project.id}`
  /** The URL in the current project if it has the feature; without a project, the workspace's. */
  const inProject = (has: boolean | undefined, path: string, without?: string) =>
    own ? (has ? `${own}/${path}/` : undefined) : without
  return [
    { letter: 'h', name: 'shell.screens.home', address: `${base}/` },
    { letter: 'i', name: 'shell.screens.inbox', address: `${base}/notifications/` },
    { letter: 'y', name: 'navigation.screens.your_work', address: `${base}/profile/${me}/` },
    { letter: 'p', name: 'shell.screens.projects', address: `${base}/projects/` },
    {
      letter: 'w',
      name: 'shell.work_items',
      address: inProject(true, 'issues', `${base}/workspace-views/all-issues/`),
    },
    {
      letter: 'c',
      name: 'shell.cycles',
      address: inProject(project?.cycle_view, 'cycles', `${base}/active-cycles/`),
    },
    { letter: 'm', name: 'shell.modules', address: inProject(project?.module_view, 'modules') },
    {
      letter: 'v',
      name: 'shell.views',
      address: inProject(project?.issue_views_view, 'views', `${base}/workspace-views/`),
    },
    { letter: 'd', name: 'shell.pages', address: inProject(project?.page_view, 'pages') },
  ] as const
}

import { searchApi as api, type SearchResults } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { Boxes, FileText, IterationCw, Layers } from 'lucide-react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useSettled } from '#entities/instance/use-settled.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { projectAddress } from '#entities/project/project-link.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { itemAddress } from '#entities/work-item/item-address.ts'
import { useWorkspaces } from '#entities/workspace/hooks.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { useParams } from '#ui/router/hooks.ts'
import type { FoundGroup } from './found.ts'

const PAUSE = 500

interface Asked {
  slug: string
  typed: string
  /** All projects, not only the one that is open. */
  everywhere: boolean
}

const ofItem = ({ issue }: SearchResults, slug: string) =>
  issue.map(({ id, name, sequence_id, project__identifier, state__group }) => {
    const key = `${project__identifier}-${sequence_id}`
    return {
      id: `found.item.${id}`,
      group: 'found_items' as const,
      label: name,
      prefix: key,
      icon: state__group === 'triage' ? undefined : <StateIcon group={state__group} />,
      href: itemAddress(slug, key),
    }
  })

/** Cycles, modules and so on, each with its path in a project. */
const plans = [
  { key: 'cycle', group: 'found_cycles', path: 'cycles', icon: IterationCw },
  { key: 'module', group: 'found_modules', path: 'modules', icon: Boxes },
  { key: 'issue_view', group: 'found_views', path: 'views', icon: Layers },
] as const

const ofPlans = (results: SearchResults, slug: string): FoundGroup[] =>
  plans.map(({ key, group, path, icon }) => ({
    group,
    commands: results[key].map(({ id, name, project_id, project__identifier }) => ({
      id: `${group}.${id}`,
      group,
      label: name,
      prefix: project__identifier,
      icon,
      href: `/${slug}/projects/${project_id}/${path}/${id}/`,
    })),
  }))

/** A page may be in several projects: it opens in the current one. */
const ofPages = ({ page }: SearchResults, slug: string, projectId: string | undefined) =>
  page.map(({ id, name, project_ids, project_identifiers }) => {
    const at = Math.max(0, project_ids.indexOf(projectId ?? ''))
    return {
      id: `found_pages.${id}`,
      group: 'found_pages' as const,
      label: name,
      prefix: project_identifiers[at],
      icon: FileText,
      href: `/${slug}/projects/${project_ids[at]}/pages/${id}/`,
    }
  })

/** What the server finds by the typed text, a moment after the last key. */
export function useSearch({ slug, typed, everywhere }: Asked) {
  const { t } = useTranslation()
  const { projectId } = useParams()
  const projects = useJoinedProjects(slug)
  const workspaces = useWorkspaces()
  const text = typed.trim()
  const settled = useSettled(text, PAUSE)
  const within = everywhere ? undefined : projectId
  const { data, isFetching } = useQuery({
    queryKey: ['search', slug, settled, within],
    queryFn: ({ signal }) =>
      call(api.search, {
        params: { slug },
        query: {
          search: settled,
          workspace_search: String(everywhere),
          ...(within && { project_id: within }),
        },
        signal,
      }),
    enabled: settled !== '' && settled === text,
    // Another user may have added it since.
    staleTime: 0,
    gcTime: 0,
  })
  const searching = text !== '' && (settled !== text || isFetching)
  const results = text && settled === text ? data?.results : undefined
  if (!results) return { groups: [], searching, said: '' }

  const items = ofItem(results, slug)
  const found: FoundGroup[] = [
    { group: 'found_items', commands: items },
    ...ofPlans(results, slug),
    { group: 'found_pages', commands: ofPages(results, slug, projectId) },
    {
      group: 'found_projects',
      commands: results.project.map(({ id, name, identifier }) => {
        const project = projects?.find((one) => one.id === id)
        return {
          id: `project.${id}`,
          group: 'found_projects' as const,
          label: name,
          hint: identifier,
          icon: project && projectLogo(project),
          href: projectAddress(slug, id),
        }
      }),
    },
    {
      group: 'found_workspaces',
      commands: results.workspace.map(({ id, name, slug: address }) => ({
        id: `workspace.${id}`,
        group: 'found_workspaces' as const,
        label: name,
        icon: (
          <WorkspaceTile
            name={name}
            logo={workspaces.find((workspace) => workspace.id === id)?.logo_url}
          />
        ),
        href: `/${address}/`,
      })),
    },
  ]
  const said = t('palette.found', { count: items.length, term: settled })
  return { groups: found, searching, said }
}

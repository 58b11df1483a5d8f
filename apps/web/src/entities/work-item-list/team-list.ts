import {
  teamspacesApi as api,
  workItemListsApi as lists,
  type Page,
  type ProjectUserPropertiesPatch,
  teamViewsApi,
  type WorkItemListQuery,
  type WorkItemResults,
} from '@cairn/contract'
import { call } from '#data/api.ts'
import type { ListContext } from './list-context.ts'

type OfTeam = Extract<ListContext, { teamspace_id: string }>

/** A page of the items of a teamspace, its view or one of its projects. */
export function readTeamList(
  context: OfTeam,
  query: WorkItemListQuery,
  signal?: AbortSignal,
): Promise<Page<WorkItemResults>> {
  const { slug, teamspace_id } = context
  const params = { slug, teamspace_id }
  if (context.kind === 'team-view') {
    return call(teamViewsApi.items, { params: { ...params, id: context.view_id }, query, signal })
  }
  if (context.kind === 'team') return call(api.items, { params, query, signal })
  const { project_id } = context
  // With relations, which only the flat lists of a project tell.
  if (query.expand !== undefined) {
    return call(lists.projectDetail, { params: { slug, project_id }, query, signal })
  }
  return call(api.items, { params, query: { ...query, team_project: project_id }, signal })
}

type Own = Extract<ListContext, { kind: 'team' }>

export const readTeamSettings = ({ slug, teamspace_id }: Own) =>
  call(api.properties, { params: { slug, teamspace_id } })

export async function saveTeamSettings(
  { slug, teamspace_id }: Own,
  body: ProjectUserPropertiesPatch,
) {
  await call(api.changeProperties, { params: { slug, teamspace_id }, body })
}

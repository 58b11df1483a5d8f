import {
  commentsApi,
  cyclesApi,
  estimatesApi,
  exportsApi,
  favoritesApi,
  initiativesApi,
  invitationsApi,
  labelsApi,
  linksApi,
  modulesApi,
  olderAnalyticsApi,
  pagesApi,
  projectOverviewApi,
  projectsApi,
  statesApi,
  statusUpdatesApi,
  stickiesApi,
  teamspacesApi,
  teamViewsApi,
  timeApi,
  viewsApi,
  webhooksApi,
  workItemsApi,
} from '@cairn/contract'
import { randomToken } from '#kernel/auth/tokens.ts'
import type { Client } from './client.ts'

/** Creates one of everything in the client's project, all with this name. */
export async function furnishProject(owner: Client, name: string): Promise<void> {
  const parent = await owner.call(workItemsApi.create, { body: { name } })
  await owner.call(workItemsApi.create, { body: { name, parent_id: parent.id } })
  const of = { params: { id: parent.id, issue_id: parent.id } }
  await owner.call(commentsApi.create, { ...of, body: { comment_html: `<p>${name}</p>` } })
  await owner.call(linksApi.create, { ...of, body: { url: 'https://hidden.example', title: name } })
  await owner.call(cyclesApi.create, { body: { name } })
  await owner.call(labelsApi.create, { body: { name } })
  await owner.call(statesApi.create, { body: { name, color: '#123456', group: 'started' } })
  await owner.call(viewsApi.create, { body: { name } })
  const page = await owner.call(pagesApi.create, { body: { name } })
  const text = { description_html: `<p>${name}</p>` }
  await owner.call(pagesApi.change, { params: { id: page.id }, body: text })
  const settings = { description: name, is_time_tracking_enabled: true }
  await owner.call(projectsApi.change, { body: settings })
  await owner.call(timeApi.create, { ...of, body: { duration: 5, description: name } })
  await owner.call(favoritesApi.create, {
    body: { entity_type: 'project', entity_identifier: owner.place.project_id ?? '' },
  })
  const module = await owner.call(modulesApi.create, { body: { name } })
  const params = { id: module.id }
  await owner.call(modulesApi.addLink, { params, body: { url: 'hidden.example', title: name } })
  await owner.call(modulesApi.properties, { params })
  await owner.call(projectOverviewApi.addLink, { body: { url: 'hidden.example', title: name } })
  await owner.call(statusUpdatesApi.createForProject, { body: { health: 'on_track', text: name } })
  await owner.call(estimatesApi.create, {
    body: { estimate: { name }, estimate_points: [{ value: name }, { value: 'none' }] },
  })
}

/** The same for its workspace and the project. */
export async function furnish(owner: Client, name: string): Promise<void> {
  await furnishProject(owner, name)
  await owner.call(olderAnalyticsApi.createSaved, { body: { name } })
  await owner.call(exportsApi.create, { body: { provider: 'csv' } })
  await owner.call(initiativesApi.create, { body: { name } })
  await owner.call(stickiesApi.create, { body: { name, description_html: `<p>${name}</p>` } })
  const team = await owner.call(teamspacesApi.create, { body: { name } })
  await owner.call(teamViewsApi.create, { params: { teamspace_id: team.id }, body: { name } })
  await owner.call(webhooksApi.create, { body: { url: 'https://93.184.216.34/hidden' } })
  // A new address: invitations to one address are limited.
  const emails = [{ email: `${randomToken(12)}@elsewhere.test`, role: 5 as const }]
  await owner.call(invitationsApi.create, { body: { emails } })
}

import { fillWorkspace } from '../../generator/fill.ts'
import { httpClient } from '../../http-client.ts'
import { openSession } from '../../stage.ts'
import type { Cluster } from './cluster.ts'

export interface TorturedProject {
  origin: string
  cookie: string
  user_id: string
  slug: string
  project_id: string
  page_ids: string[]
  /** The URL of the project's work items. */
  path: string
}

const PAGES = 2

/** A project with a member and two pages. */
export async function prepareCluster(cluster: Cluster): Promise<TorturedProject> {
  const client = await cluster.client()
  const small = { items: 0, projects: 1, people: 2, slug: 'torture', history: true }
  const { admin_id, projects } = await fillWorkspace(client, small)
  const cookie = `session-id=${await openSession(client, admin_id)}`
  await client.end()
  const project_id = projects[0]?.id ?? ''
  const project = `/api/workspaces/torture/projects/${project_id}/`
  const http = httpClient(cluster.origin, { cookie })
  await http.expect(200, 'PATCH', project, { page_view: true })
  const page_ids: string[] = []
  for (let n = 1; n <= PAGES; n += 1) {
    const body = await http.expect(201, 'POST', `${project}pages/`, { name: `Page ${n}` })
    page_ids.push(JSON.parse(String(body)).id)
  }
  http.close()
  return {
    ...{ origin: cluster.origin, cookie, user_id: admin_id, slug: 'torture' },
    ...{ project_id, page_ids, path: `${project}issues/` },
  }
}

import { type NewWorkLog, projectsApi, timeApi } from '@cairn/contract'
import type { Client } from '#test/client.ts'

export const trackTime = (client: Client, is_time_tracking_enabled = true) =>
  client.call(projectsApi.change, { body: { is_time_tracking_enabled } })

export const log = (client: Client, id: string, duration: number, more: Partial<NewWorkLog> = {}) =>
  client.call(timeApi.create, { params: { id }, body: { duration, ...more } })

/** Another project of the same workspace that tracks time, with the same user. */
export async function anotherProject(client: Client) {
  const body = { name: 'Sync', identifier: 'SYNC', is_time_tracking_enabled: true }
  const project = await client.call(projectsApi.create, { body })
  return client.at({ ...client.place, project_id: project.id })
}

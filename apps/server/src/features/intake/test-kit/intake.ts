import { intakeItemsApi as api, type IntakeItemPatch, projectsApi } from '@cairn/contract'
import type { Client } from '#test/client.ts'

/** Enables intake; the client must be an administrator of the project. */
export const openIntake = (admin: Client) =>
  admin.call(projectsApi.change, { body: { inbox_view: true } })

/** Submits an item and returns its id. */
export const submit = async (client: Client, name: string, more = {}) =>
  (await client.call(api.create, { body: { source: 'IN_APP', issue: { name, ...more } } })).issue.id

export const change = (client: Client, id: string, body: IntakeItemPatch) =>
  client.call(api.change, { params: { id }, body })

export const attempt = (client: Client, id: string, body: object) =>
  client.attempt(api.change, { params: { id }, body })

export const namesIn = async (client: Client, query: Record<string, string> = {}) => {
  const { results } = await client.call(api.list, { query })
  return results.map(({ issue }) => issue.name)
}

export const PAST = '2020-01-01T00:00:00Z'
export const FUTURE = '2999-01-01T00:00:00Z'

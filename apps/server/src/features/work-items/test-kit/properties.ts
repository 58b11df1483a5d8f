import {
  type NewWorkItemProperty,
  type PropertyKind,
  type WorkItemProperty,
  workItemPropertiesApi,
} from '@cairn/contract'
import type { Client } from '#test/client.ts'
import { useTypes } from './items.ts'

export const addProperty = (
  client: Client,
  type_id: string,
  name: string,
  kind: PropertyKind,
  more: Partial<NewWorkItemProperty> = {},
) =>
  client.call(workItemPropertiesApi.create, {
    params: { type_id },
    body: { name, kind, ...more },
  })

export const newOptions = (...names: string[]) =>
  names.map((name, index) => ({ id: crypto.randomUUID(), name, color: `#00000${index}` }))

export const optionOf = ({ options }: WorkItemProperty, name: string) =>
  options.find((option) => option.name === name)?.id ?? ''

/** The types of the client's project, by name. */
export async function typesOf(client: Client) {
  const [task, bug, story] = await useTypes(client)
  return { task: task?.id ?? '', bug: bug?.id ?? '', story: story?.id ?? '' }
}

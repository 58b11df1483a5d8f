import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyMember, anyProjectMember, projectAdmins, projectMembers } from '../core/policy.ts'
import { Id, Nullable, withId } from '../core/shapes.ts'

export const Label = Type.Object({
  id: Id,
  name: Type.String(),
  color: Type.String(),
  parent: Nullable(Id),
  project_id: Id,
  workspace_id: Id,
  sort_order: Type.Number(),
})
export type Label = Static<typeof Label>

/** One is picked at random for a new label. */
export const labelColors = [
  '#FF6900',
  '#FCB900',
  '#7BDCB5',
  '#00D084',
  '#8ED1FC',
  '#0693E3',
  '#ABB8C3',
  '#EB144C',
  '#F78DA7',
  '#9900EF',
] as const

const LabelName = Type.String({ minLength: 1, maxLength: 255 })

export const LabelPatch = Type.Partial(
  Type.Object({
    name: LabelName,
    color: Type.String({ maxLength: 255 }),
    parent: Nullable(Id),
    sort_order: Type.Number(),
  }),
)
export type LabelPatch = Static<typeof LabelPatch>

/** A new label is added after the others; `sort_order` is ignored. */
export const NewLabel = Type.Object({ ...LabelPatch.properties, name: LabelName })
export type NewLabel = Static<typeof NewLabel>

const NewLabels = Type.Object({
  label_data: Type.Array(
    Type.Object({
      name: Type.Optional(LabelName),
      description: Type.Optional(Type.String({ maxLength: 10_000 })),
    }),
    { maxItems: 1000 },
  ),
})
export type NewLabels = Static<typeof NewLabels>

const project = '/api/workspaces/:slug/projects/:project_id/'
const all = `${project}issue-labels/` as const
const one = `${all}:id/` as const

export const labelsApi = {
  list: endpoint(anyProjectMember, `GET ${all}`, { 200: Type.Array(Label) }),
  listOfWorkspace: endpoint(anyMember, 'GET /api/workspaces/:slug/labels/', {
    200: Type.Array(Label),
  }),
  create: endpoint(projectMembers, `POST ${all}`, { body: withId(NewLabel), 201: Label }),
  createMany: endpoint(projectMembers, `POST ${project}bulk-create-labels/`, {
    body: NewLabels,
    201: Type.Object({ labels: Type.Array(Label) }),
  }),
  get: endpoint(anyProjectMember, `GET ${one}`, { 200: Label }),
  change: endpoint(projectAdmins, `PATCH ${one}`, { body: LabelPatch, 200: Label }),
  replace: endpoint(projectAdmins, `PUT ${one}`, { body: NewLabel, 200: Label }),
  remove: endpoint(projectAdmins, `DELETE ${one}`, { 204: Type.Null() }),
}

/** Removing a label also removes the labels below it. */
export type LabelEvent =
  | { type: 'label.saved'; label: Label }
  | { type: 'label.removed'; ids: string[]; project_id: string }

const bySortOrder = (a: Label, b: Label) => {
  if (a.sort_order !== b.sort_order) return a.sort_order - b.sort_order
  return a.name < b.name ? -1 : 1
}

/** A project's labels after an event. Used for live and optimistic updates. */
export function applyLabelEvent(labels: Label[], event: LabelEvent): Label[] {
  if (event.type === 'label.removed') return labels.filter(({ id }) => !event.ids.includes(id))
  const others = labels.filter(({ id }) => id !== event.label.id)
  return [...others, event.label].sort(bySortOrder)
}

import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyProjectMember } from '../core/policy.ts'
import { Id, Nullable } from '../core/shapes.ts'
import { WorkItem } from './work-items.ts'

const { id, name, start_date, sequence_id, project_id, type_id } = WorkItem.properties
const { priority, state_id, state__group, created_by } = WorkItem.properties

/** An item to pick: as a parent, child, relation, or for a cycle or module. */
export const FoundItem = Type.Object({
  ...{ id, name, start_date, sequence_id, project_id, type_id, state__group },
  project__name: Type.String(),
  project__identifier: Type.String(),
  workspace__slug: Type.String(),
  state__name: Type.String(),
  state__color: Type.String(),
})
export type FoundItem = Static<typeof FoundItem>

const text = Type.String({ maxLength: 255 })

/** Switches are the words `true` and `false`. */
const SearchQuery = Type.Partial(
  Type.Object({
    ...{ search: text, workspace_search: text, issue_id: text, epic: text },
    /** The purpose of the search; each excludes items that cannot be chosen. */
    ...{ parent: text, sub_issue: text, issue_relation: text, cycle: text, module: text },
    target_date: text,
  }),
)
export type SearchQuery = Static<typeof SearchQuery>

const LikelyDuplicate = Type.Object({
  ...{ id, type_id, project_id, sequence_id, name, priority, state_id, created_by },
})
export type LikelyDuplicate = Static<typeof LikelyDuplicate>

const DuplicateQuestion = Type.Object({
  title: text,
  workspace_id: Type.Optional(Id),
  project_id: Type.Optional(Nullable(Id)),
  issue_id: Type.Optional(Nullable(Id)),
  description_stripped: Type.Optional(Nullable(Type.String())),
})
export type DuplicateQuestion = Static<typeof DuplicateQuestion>

const project = '/api/workspaces/:slug/projects/:project_id/'

export const searchIssuesApi = {
  search: endpoint(anyProjectMember, `GET ${project}search-issues/`, {
    query: SearchQuery,
    200: Type.Array(FoundItem),
  }),
  duplicates: endpoint(anyProjectMember, `POST ${project}duplicate-issues/`, {
    body: DuplicateQuestion,
    200: Type.Object({ dupes: Type.Array(LikelyDuplicate) }),
  }),
}

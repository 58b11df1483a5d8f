import { type Static, Type } from 'typebox'
import { type Endpoint, endpoint } from '../core/endpoint.ts'
import { anyProjectMember } from '../core/policy.ts'
import { Id } from '../core/shapes.ts'
import { Attachment, attachmentsApi } from './attachments.ts'
import { Comment, commentsApi } from './comments.ts'
import { Activity, historyApi } from './history.ts'
import { linksApi, WorkItemLink } from './links.ts'
import { Reaction, reactionsApi } from './reactions.ts'
import { Relations, relationsApi } from './relations.ts'
import { ExpandedWorkItem, SubItems, WorkItemDetail, workItemsApi } from './work-items.ts'

/** Maximum items per request. */
export const MAX_ITEM_PAGES = 50

const { issue_detail, project_detail, workspace_detail, ...said } = Comment.properties
const {
  issue_detail: _issue,
  project_detail: _project,
  workspace_detail: _workspace,
  ...done
} = Activity.properties

/** The data of an item's page. */
const ItemPage = Type.Object({
  item: ExpandedWorkItem,
  /** Of the item; included once instead of in each comment and change. */
  details: Type.Object({ issue_detail, project_detail, workspace_detail }),
  sub_items: SubItems,
  changes: Type.Array(Type.Object(done)),
  comments: Type.Array(Type.Object(said)),
  relations: Relations,
  links: Type.Array(WorkItemLink),
  attachments: Type.Array(Attachment),
  reactions: Type.Array(Reaction),
})
export type ItemPage = Static<typeof ItemPage>

const ItemPages = Type.Object({
  /** Without items this user may not see, and those with a very long history. */
  pages: Type.Array(ItemPage),
  /** The parents of these items, if they are in the same project. */
  parents: Type.Array(WorkItemDetail),
})
export type ItemPages = Static<typeof ItemPages>

export const itemPagesApi = {
  /** All data the pages of these items would otherwise request one by one. */
  read: endpoint(anyProjectMember, 'POST /api/workspaces/:slug/projects/:project_id/issue-pages/', {
    body: Type.Object({
      issue_ids: Type.Array(Id, { minItems: 1, maxItems: MAX_ITEM_PAGES }),
    }),
    200: ItemPages,
  }),
}

/** An endpoint with its parameters, and its known response. */
interface KnownAnswer {
  endpoint: Endpoint
  params: Record<string, string>
  query?: Record<string, string>
  answer: unknown
}

interface ProjectKey {
  slug: string
  /** `TRAIL` */
  identifier: string
}

/** The requests of an item's page, with their responses. */
export function answersOfPage(
  { slug, identifier }: ProjectKey,
  { item, details, ...page }: ItemPage,
  parents: readonly WorkItemDetail[],
): KnownAnswer[] {
  const { id, project_id, sequence_id } = item
  const params = { slug, project_id, id }
  const key = `${identifier}-${sequence_id}`
  const parent = parents.find((one) => one.id === item.parent_id)
  const withDetails = (entry: object) => ({ ...entry, ...details })
  return [
    {
      endpoint: workItemsApi.byKey,
      params: { slug, key },
      query: { expand: 'parent' },
      answer: item,
    },
    { endpoint: workItemsApi.children, params, answer: page.sub_items },
    {
      endpoint: historyApi.list,
      params,
      query: { activity_type: 'issue-property' },
      answer: page.changes.map(withDetails),
    },
    { endpoint: commentsApi.list, params, answer: page.comments.map(withDetails) },
    { endpoint: relationsApi.list, params, answer: page.relations },
    { endpoint: linksApi.list, params, answer: page.links },
    { endpoint: attachmentsApi.list, params, answer: page.attachments },
    { endpoint: reactionsApi.list, params, answer: page.reactions },
    ...(parent
      ? [{ endpoint: workItemsApi.get, params: { ...params, id: parent.id }, answer: parent }]
      : []),
  ]
}

import { type Static, type TSchema, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import {
  anyMember,
  anyone,
  anyProjectMember,
  projectMembers,
  signedIn,
  workspaceMembers,
} from '../core/policy.ts'
import { audit, Choice, DateTime, Id, Json, Nullable, RichJson } from '../core/shapes.ts'
import { UserLite } from '../identity/account.ts'
import type { PropertyValues } from '../project/property-values.ts'
import { stateGroups } from '../project/states.ts'
import { PropertyOption, WorkItemProperty } from '../project/work-item-properties.ts'
import { NewAsset, UploadTarget } from '../work-item/assets.ts'
import { Comment, CommentReaction } from '../work-item/comments.ts'
import { IntakeItem } from '../work-item/intake.ts'
import { NewReaction } from '../work-item/reactions.ts'
import { WorkItem } from '../work-item/work-items.ts'
import { placeDetails } from '../workspace/own-activities.ts'

/** In the order offered by a published board. */
export const publicLayouts = ['list', 'kanban', 'calendar', 'gantt', 'spreadsheet'] as const
export type PublicLayout = (typeof publicLayouts)[number]

const layout = Type.Boolean()
const Layouts = Type.Partial(
  Type.Object({
    ...{ list: layout, kanban: layout, calendar: layout, gantt: layout, spreadsheet: layout },
  }),
)
export type PublicLayouts = Static<typeof Layouts>

/** What signed-in visitors may do. */
const options = {
  is_comments_enabled: Type.Boolean(),
  is_reactions_enabled: Type.Boolean(),
  is_votes_enabled: Type.Boolean(),
}
export type VisitorOption = keyof typeof options

export const publishedKinds = ['project', 'view', 'page'] as const
export type PublishedKind = (typeof publishedKinds)[number]

export const DeployBoard = Type.Object({
  id: Id,
  ...audit,
  workspace: Id,
  /** Null for a view of the workspace or of a teamspace. */
  project: Nullable(Id),
  entity_name: Choice(publishedKinds),
  entity_identifier: Id,
  /** Anyone who knows it may read. */
  anchor: Type.String(),
  ...options,
  intake: Nullable(Id),
  /** The same as `intake`. */
  inbox: Nullable(Id),
  view_props: Layouts,
  is_activity_enabled: Type.Boolean(),
  is_disabled: Type.Boolean(),
  project_details: Nullable(placeDetails.project_detail),
  workspace_detail: placeDetails.workspace_detail,
})
export type DeployBoard = Static<typeof DeployBoard>

export const DeployBoardPatch = Type.Partial(
  Type.Object({
    ...options,
    intake: Nullable(Id),
    view_props: Layouts,
    /** The same as `view_props`. */
    views: Layouts,
    is_activity_enabled: Type.Boolean(),
    is_disabled: Type.Boolean(),
  }),
)
export type DeployBoardPatch = Static<typeof DeployBoardPatch>

/** Publication of a view or a page. */
export const Publication = Type.Object({
  ...{ id: Id, anchor: Type.String(), ...options },
  is_activity_enabled: Type.Boolean(),
})
export type Publication = Static<typeof Publication>

export const PublicationPatch = Type.Partial(
  Type.Object({ ...options, is_activity_enabled: Type.Boolean() }),
)
export type PublicationPatch = Static<typeof PublicationPatch>

const project = '/api/workspaces/:slug/projects/:project_id/'
const boards = `${project}project-deploy-boards/` as const
const oneBoard = `${boards}:id/` as const
const nothing = { 204: Type.Null() }

export const deployBoardsApi = {
  /** For an unpublished project, the initial settings, without id and anchor. */
  current: endpoint(anyProjectMember, `GET ${boards}`, { 200: Type.Partial(DeployBoard) }),
  publish: endpoint(projectMembers, `POST ${boards}`, { body: DeployBoardPatch, 200: DeployBoard }),
  get: endpoint(anyProjectMember, `GET ${oneBoard}`, { 200: DeployBoard }),
  change: endpoint(projectMembers, `PATCH ${oneBoard}`, {
    body: DeployBoardPatch,
    200: DeployBoard,
  }),
  unpublish: endpoint(projectMembers, `DELETE ${oneBoard}`, nothing),
}

function publicationsOf<Kind extends 'views' | 'pages'>(kind: Kind) {
  const publish = `${project}${kind}/:id/publish/` as const
  return {
    get: endpoint(anyProjectMember, `GET ${publish}`, { 200: Publication }),
    publish: endpoint(anyProjectMember, `POST ${publish}`, {
      body: PublicationPatch,
      200: Publication,
    }),
    change: endpoint(anyProjectMember, `PATCH ${publish}`, {
      body: PublicationPatch,
      200: Publication,
    }),
    unpublish: endpoint(anyProjectMember, `DELETE ${publish}`, nothing),
  }
}

const workspace = '/api/workspaces/:slug/'

/** Across projects visitors have read-only access: there is no body with options. */
function readOnlyPublicationsAt<Path extends string>(publish: Path) {
  return {
    get: endpoint(anyMember, `GET ${publish}`, { 200: Publication }),
    publish: endpoint(workspaceMembers, `POST ${publish}`, { 200: Publication }),
    unpublish: endpoint(workspaceMembers, `DELETE ${publish}`, nothing),
  }
}

export const workspaceViewPublicationsApi = readOnlyPublicationsAt(
  `${workspace}views/:id/publish/` as const,
)
export const teamViewPublicationsApi = readOnlyPublicationsAt(
  `${workspace}teamspaces/:teamspace_id/views/:id/publish/` as const,
)

export const viewPublicationsApi = publicationsOf('views')
export const pagePublicationsApi = publicationsOf('pages')

/** The path of a published object, below `/spaces`. */
const places = { project: 'issues', view: 'views', page: 'pages' } as const
export const publicPath = (kind: PublishedKind, anchor: string) =>
  `/spaces/${places[kind]}/${anchor}`

/** The first published layout. */
export const firstLayout = (layouts: PublicLayouts): PublicLayout =>
  publicLayouts.find((one) => layouts[one]) ?? 'list'

const { is_bot: _bot, ...actor } = UserLite.properties
/** Never contains an e-mail address. */
export const PublicActor = Type.Object(actor)
export type PublicActor = Static<typeof PublicActor>

const { id, name, state_id, sort_order, estimate_point, priority } = WorkItem.properties
const { start_date, target_date, sequence_id, project_id, parent_id } = WorkItem.properties
const { cycle_id, created_by, assignee_ids, label_ids, module_ids } = WorkItem.properties

const propertyOption = Type.Pick(PropertyOption, ['id', 'name', 'color'])

/** A property of a type that the published view displays. */
export const PublicProperty = Type.Object({
  ...Type.Pick(WorkItemProperty, ['id', 'name', 'kind', 'unit', 'decimals']).properties,
  options: Type.Array(propertyOption),
})
export type PublicProperty = Static<typeof PublicProperty>

/** Values of the displayed properties; people only if they are members of the project. */
const publicValues = Type.Unsafe<PropertyValues>({
  type: 'object',
  additionalProperties: Type.Union([
    Type.Array(Type.String()),
    Type.Boolean(),
    Type.Number(),
    Type.String(),
  ]),
})

export const PublicItem = Type.Object({
  ...{ id, name, state_id, sort_order, estimate_point, priority, start_date, target_date },
  ...{ sequence_id, project_id, parent_id, cycle_id, created_by, assignee_ids, label_ids },
  module_ids,
  property_values: publicValues,
  state__group: Choice(stateGroups),
  vote_items: Type.Array(
    Type.Object({ vote: Type.Integer({ enum: [1, -1] }), actor_details: PublicActor }),
  ),
  reaction_items: Type.Array(Type.Object({ reaction: Type.String(), actor_details: PublicActor })),
})
export type PublicItem = Static<typeof PublicItem>

export const PublicItemDetail = Type.Object({
  ...PublicItem.properties,
  description: Json,
  description_html: Type.String(),
  description_stripped: Nullable(Type.String()),
  description_binary: Type.Null(),
})
export type PublicItemDetail = Static<typeof PublicItemDetail>

/** A change of a publicly visible field of an item. */
export const PublicActivity = Type.Object({
  id: Id,
  created_at: DateTime,
  verb: Type.String(),
  field: Nullable(Type.String()),
  old_value: Nullable(Type.String()),
  new_value: Nullable(Type.String()),
  actor_detail: Nullable(PublicActor),
})
export type PublicActivity = Static<typeof PublicActivity>

/** Rows of a flat list, groups keyed by the group's id, or groups of sub-groups. */
export interface PublicItemGroup {
  results: PublicItem[]
  total_results: number
}
export type PublicItemResults =
  | PublicItem[]
  | Record<string, PublicItemGroup>
  | Record<string, { results: Record<string, PublicItemGroup>; total_results: number }>
const Rows = Type.Array(PublicItem)
const groupOf = (results: TSchema) =>
  Type.Record(Type.String(), Type.Object({ results, total_results: Type.Integer() }))
const Results = Type.Unsafe<PublicItemResults>({
  anyOf: [Rows, groupOf(Type.Unsafe({ anyOf: [Rows, groupOf(Rows)] }))],
})

/** A repeated key arrives as an array; the last one applies. */
const Text = Type.Unsafe<string | string[]>({
  type: ['string', 'array'],
  items: { type: 'string' },
})

/** As in a project's own list, without filters that reveal who is mentioned or subscribed. */
const filters = [
  ...['priority', 'state', 'state_group', 'type', 'assignees', 'labels', 'cycle', 'module'],
  ...['parent', 'sub_issue', 'created_by', 'issue_type', 'estimate_point', 'name'],
  ...['start_date', 'target_date', 'created_at', 'completed_at', 'start_target_date'],
  ...['order_by', 'group_by', 'sub_group_by', 'per_page', 'cursor'],
] as const
const PublicListQuery = Type.Unsafe<Partial<Record<(typeof filters)[number], string | string[]>>>(
  Type.Partial(Type.Object(Object.fromEntries(filters.map((key) => [key, Text])))),
)

export const PublicState = Type.Object({
  id: Id,
  name: Type.String(),
  group: Choice(stateGroups),
  color: Type.String(),
  sequence: Type.Number(),
  project_id: Id,
})
export type PublicState = Static<typeof PublicState>

export const PublicLabel = Type.Object({
  id: Id,
  name: Type.String(),
  color: Type.String(),
  parent: Nullable(Id),
  project_id: Id,
})
export type PublicLabel = Static<typeof PublicLabel>

const Named = Type.Object({ id: Id, name: Type.String() })

const PublicMember = Type.Object({
  id: Id,
  member: Id,
  member__first_name: Type.String(),
  member__last_name: Type.String(),
  member__display_name: Type.String(),
  member__avatar: Type.String(),
  project: Id,
  workspace: Id,
})

const face = {
  id: Id,
  identifier: Type.String(),
  name: Type.String(),
  description: Type.String(),
  emoji: Nullable(Type.String()),
  icon_prop: Nullable(Json),
  cover_image: Nullable(Type.String()),
}
/** The preview of a link to the board: the project, view or page. */
export const PublicMeta = Type.Object({
  ...face,
  logo_props: Json,
  cover_image_url: Nullable(Type.String()),
})
export type PublicMeta = Static<typeof PublicMeta>

export const PublicPage = Type.Object({
  id: Id,
  name: Type.String(),
  logo_props: Json,
  description_html: Type.String(),
  updated_at: DateTime,
})
export type PublicPage = Static<typeof PublicPage>

const board = '/api/public/anchor/:anchor/'
const place = '/api/public/workspaces/:slug/'
const items = `${board}issues/` as const
const item = `${items}:id/` as const
const comments = `${item}comments/` as const
const comment = `${comments}:comment_id/` as const
const itemReactions = `${item}reactions/` as const
const commentReactions = `${board}comments/:comment_id/reactions/` as const
const votes = `${item}votes/` as const

const { comment_html, comment_json } = Comment.properties
const NewPublicComment = Type.Partial(Type.Object({ comment_html, comment_json }))
export type NewPublicComment = Static<typeof NewPublicComment>

const mark = { id: Id, issue: Id, workspace: Id, project: Id, actor: Id }
const PublicReaction = Type.Object({ ...mark, reaction: Type.String(), actor_detail: PublicActor })
export type PublicReaction = Static<typeof PublicReaction>
const PublicVote = Type.Object({ ...mark, vote: Type.Integer(), actor_detail: PublicActor })
export type PublicVote = Static<typeof PublicVote>

export const publicBoardApi = {
  settings: endpoint(anyone, `GET ${board}settings/`, { 200: DeployBoard }),
  meta: endpoint(anyone, `GET ${board}meta/`, { 200: PublicMeta }),
  ofProject: endpoint(anyone, `GET ${place}projects/:project_id/anchor/`, { 200: DeployBoard }),
  ofWorkspace: endpoint(anyone, `GET ${place}project-boards/`, {
    200: Type.Array(Type.Object(face)),
  }),
  states: endpoint(anyone, `GET ${board}states/`, { 200: Type.Array(PublicState) }),
  labels: endpoint(anyone, `GET ${board}labels/`, { 200: Type.Array(PublicLabel) }),
  projects: endpoint(anyone, `GET ${board}projects/`, {
    200: Type.Array(Type.Object({ id: Id, name: Type.String(), identifier: Type.String() })),
  }),
  cycles: endpoint(anyone, `GET ${board}cycles/`, { 200: Type.Array(Named) }),
  modules: endpoint(anyone, `GET ${board}modules/`, { 200: Type.Array(Named) }),
  members: endpoint(anyone, `GET ${board}members/`, { 200: Type.Array(PublicMember) }),
  /** Those that the view displays, or new members of the project see; never of the kind `item`. */
  properties: endpoint(anyone, `GET ${board}properties/`, { 200: Type.Array(PublicProperty) }),
  page: endpoint(anyone, `GET ${board}page/`, { 200: PublicPage }),
  items: endpoint(anyone, `GET ${items}`, { query: PublicListQuery, 200: Page(Results) }),
  item: endpoint(anyone, `GET ${item}`, { 200: PublicItemDetail }),
  /** Oldest first. */
  activities: endpoint(anyone, `GET ${item}activities/`, { 200: Type.Array(PublicActivity) }),
}

export const publicDiscussionApi = {
  comments: endpoint(anyone, `GET ${comments}`, { 200: Type.Array(Comment) }),
  comment: endpoint(anyone, `GET ${comment}`, { 200: Comment }),
  addComment: endpoint(signedIn, `POST ${comments}`, { body: NewPublicComment, 201: Comment }),
  changeComment: endpoint(signedIn, `PATCH ${comment}`, { body: NewPublicComment, 200: Comment }),
  removeComment: endpoint(signedIn, `DELETE ${comment}`, nothing),
  reactions: endpoint(anyone, `GET ${itemReactions}`, { 200: Type.Array(PublicReaction) }),
  react: endpoint(signedIn, `POST ${itemReactions}`, { body: NewReaction, 201: PublicReaction }),
  takeBack: endpoint(signedIn, `DELETE ${itemReactions}:reaction/`, nothing),
  commentReactions: endpoint(anyone, `GET ${commentReactions}`, {
    200: Type.Array(CommentReaction),
  }),
  reactToComment: endpoint(signedIn, `POST ${commentReactions}`, {
    body: NewReaction,
    201: CommentReaction,
  }),
  takeBackFromComment: endpoint(signedIn, `DELETE ${commentReactions}:reaction/`, nothing),
  votes: endpoint(anyone, `GET ${votes}`, { 200: Type.Array(PublicVote) }),
  /** An invalid vote gets a specific error message, so the schema accepts anything. */
  vote: endpoint(signedIn, `POST ${votes}`, {
    body: Type.Object({ vote: Type.Optional(Type.Unknown()) }),
    201: PublicVote,
  }),
  withdrawVote: endpoint(signedIn, `DELETE ${votes}`, nothing),
}

const { id: row_id, status, duplicate_to, snoozed_till, source } = IntakeItem.properties

// Values of properties may be internal.
const { property_values: _internal, ...fieldsOfRequest } = WorkItem.properties

/** A visitor's request and its status. */
export const PublicRequest = Type.Object({
  ...fieldsOfRequest,
  description_html: Type.String(),
  state_detail: Type.Object({
    ...{ id: Id, name: Type.String(), color: Type.String(), group: Type.String() },
  }),
  project_detail: placeDetails.project_detail,
  label_details: Type.Array(Type.Object({ id: Id, name: Type.String(), color: Type.String() })),
  assignee_details: Type.Array(PublicActor),
  issue_intake: Type.Array(Type.Object({ id: row_id, status, duplicate_to, snoozed_till, source })),
})
export type PublicRequest = Static<typeof PublicRequest>

const words = {
  name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
  description: Type.Optional(RichJson),
  description_html: Type.Optional(Type.String()),
}
const NewPublicRequest = Type.Object({
  issue: Type.Optional(Type.Object({ ...words, priority: Type.Optional(Type.Unknown()) })),
})
export type NewPublicRequest = Static<typeof NewPublicRequest>
const PublicRequestPatch = Type.Object({ issue: Type.Optional(Type.Object(words)) })
export type PublicRequestPatch = Static<typeof PublicRequestPatch>

/** Both names its requests go by; `:id` is the intake's row. */
function requestsAt<Path extends 'intake-issues' | 'inbox-issues'>(path: Path) {
  const all = `${board}intakes/:intake_id/${path}/` as const
  const one = `${all}:id/` as const
  return {
    /** Only the caller's requests. */
    list: endpoint(signedIn, `GET ${all}`, { 200: Type.Array(PublicRequest) }),
    create: endpoint(signedIn, `POST ${all}`, { body: NewPublicRequest, 200: PublicRequest }),
    get: endpoint(signedIn, `GET ${one}`, { 200: PublicRequest }),
    change: endpoint(signedIn, `PATCH ${one}`, { body: PublicRequestPatch, 200: PublicRequest }),
    remove: endpoint(signedIn, `DELETE ${one}`, nothing),
  }
}

export const publicIntakeApi = requestsAt('intake-issues')
export const publicIntakeAliasApi = requestsAt('inbox-issues')

const assets = '/api/public/assets/v2/anchor/:anchor/'

export const publicAssetsApi = {
  get: endpoint(anyone, `GET ${assets}:id/`, { 302: Type.Null() }),
  create: endpoint(signedIn, `POST ${assets}`, { body: NewAsset, 200: UploadTarget }),
  complete: endpoint(signedIn, `PATCH ${assets}:id/`, {
    /** May be empty. */
    body: Nullable(Type.Object({ attributes: Type.Optional(Json) })),
    ...nothing,
  }),
  remove: endpoint(signedIn, `DELETE ${assets}:id/`, nothing),
  restore: endpoint(signedIn, `POST ${assets}restore/:id/`, nothing),
  bind: endpoint(signedIn, `POST ${assets}:entity_id/bulk/`, {
    body: Type.Object({ asset_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })) }),
    ...nothing,
  }),
}

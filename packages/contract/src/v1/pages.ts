import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { Page } from '../core/envelopes.ts'
import {
  anyMember,
  anyProjectMember,
  byToken,
  projectMembers,
  workspaceMembers,
} from '../core/policy.ts'
import { DateTime, Day, Id, Json, Nullable } from '../core/shapes.ts'
import { PagePatch } from '../sharing/pages.ts'
import { external, ListQuery, nowhere, ShapeQuery } from './lists.ts'
import { project, workspace } from './paths.ts'

export const PageRowV1 = Type.Object({
  id: Id,
  name: Type.String(),
  owned_by: Id,
  access: Type.Integer(),
  is_locked: Type.Boolean(),
  archived_at: Nullable(Day),
  workspace: Id,
  created_at: DateTime,
  updated_at: DateTime,
  logo_props: Json,
  parent_id: Nullable(Id),
})
export type PageRowV1 = Static<typeof PageRowV1>

export const PageV1 = Type.Object({
  ...PageRowV1.properties,
  description_html: Type.String(),
  description_stripped: Nullable(Type.String()),
  description_binary: Type.Null(),
  color: Type.String(),
  /** Its public anchor; null: not published. */
  anchor: Nullable(Type.String()),
  projects: Type.Array(Id),
  ...external,
  created_by: Nullable(Id),
  updated_by: Nullable(Id),
  view_props: Json,
})
export type PageV1 = Static<typeof PageV1>

const { name, access, color, view_props, logo_props, description_html } = PagePatch.properties

const PagePatchV1 = Type.Partial(
  Type.Object({
    ...{ name, access, color, view_props, logo_props, description_html },
    is_locked: Type.Boolean(),
    parent_id: Nullable(Id),
    ...external,
  }),
)
export type PagePatchV1 = Static<typeof PagePatchV1>

const NewPage = Type.Object({
  ...PagePatchV1.properties,
  name: Type.String({ maxLength: 255 }),
  description_html: Type.String({ maxLength: 1_000_000 }),
  /** A day or timestamp: the page is archived on creation. */
  archived_at: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
})
export type NewPageV1 = Static<typeof NewPage>

export const pageKinds = ['all', 'public', 'private', 'shared', 'archived'] as const

const PagesQuery = Type.Object({
  ...ListQuery.properties,
  type: Type.Optional(Type.String({ maxLength: 40 })),
  /** Part of the name. */
  search: Type.Optional(Type.String({ maxLength: 255 })),
})
export type PagesQueryV1 = Static<typeof PagesQuery>

const nothing = { 204: Type.Null() }
const rows = { query: PagesQuery, 200: Page(Type.Array(PageRowV1)) }

const all = `${project}pages/` as const
const one = `${all}:page_id/` as const
const read = byToken(anyProjectMember)

/** Access is checked per page. */
export const pagesV1 = {
  list: endpoint(read, `GET ${all}`, rows),
  create: endpoint(byToken(projectMembers), `POST ${all}`, { body: NewPage, 201: PageV1 }),
  get: endpoint(read, `GET ${one}`, { query: ShapeQuery, 200: PageV1 }),
  change: endpoint(read, `PATCH ${one}`, { body: PagePatchV1, 200: PageV1 }),
  /** Same as PATCH: missing fields stay unchanged. */
  replace: endpoint(read, `PUT ${one}`, { body: PagePatchV1, 200: PageV1 }),
  remove: endpoint(read, `DELETE ${one}`, nothing),
  archive: endpoint(read, `POST ${one}archive/`, nothing),
  restore: endpoint(read, `DELETE ${one}archive/`, nothing),
}

const allOfWorkspace = `${workspace}pages/` as const
const oneOfWorkspace = `${allOfWorkspace}:page_id/` as const

/** Every page belongs to a project: a workspace has none. */
export const workspacePagesV1 = {
  list: endpoint(byToken(anyMember), `GET ${allOfWorkspace}`, rows),
  create: endpoint(byToken(workspaceMembers), `POST ${allOfWorkspace}`, nowhere),
  none: [
    endpoint(byToken(anyMember), `GET ${oneOfWorkspace}`, nowhere),
    endpoint(byToken(anyMember), `PATCH ${oneOfWorkspace}`, nowhere),
    endpoint(byToken(anyMember), `PUT ${oneOfWorkspace}`, nowhere),
    endpoint(byToken(anyMember), `DELETE ${oneOfWorkspace}`, nowhere),
  ],
}

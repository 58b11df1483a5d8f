import { Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone, anyProjectMember, signedIn } from '../core/policy.ts'
import { Choice, Json } from '../core/shapes.ts'

/** The WebSocket path of collaborative editing. */
export const collaborationPath = '/live/collaboration'

/** Documents edited together: pages, descriptions, and descriptions of intake items. */
export type DocumentType = 'project_page' | 'work_item' | 'intake_item'

/** A document is called by its page's id; a description has this before the id of its item. */
export const descriptionPrefix = 'description '

export const collaborationApi = {
  health: endpoint(anyone, 'GET /live/health', { 200: Type.Object({ status: Type.String() }) }),
  /** A WebSocket; missing access to a page is reported there. */
  collaborate: endpoint(anyone, `GET ${collaborationPath}`, { 200: Type.Null() }),
  convert: endpoint(signedIn, 'POST /live/convert-document', {
    body: Type.Partial(
      Type.Object({
        description_html: Type.String({ maxLength: 1_000_000 }),
        variant: Choice(['rich', 'document']),
      }),
    ),
    200: Type.Object({ description: Json, description_binary: Type.String() }),
  }),
}

const project = '/api/workspaces/:slug/projects/:project_id/'
/** The Yjs document as bytes; empty if nothing was written yet. */
const bytes = { 200: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) }
/** Merged with the stored document. */
const written = {
  body: Type.Object({ description_binary: Type.String({ maxLength: 6_000_000 }) }),
  204: Type.Null(),
}

/** Descriptions by ordinary calls, for browsers that cannot reach the live service. */
export const documentsApi = {
  work_item: {
    get: endpoint(anyProjectMember, `GET ${project}issues/:id/document/`, bytes),
    change: endpoint(anyProjectMember, `PATCH ${project}issues/:id/document/`, written),
  },
  intake_item: {
    get: endpoint(anyProjectMember, `GET ${project}intake-issues/:id/document/`, bytes),
    change: endpoint(anyProjectMember, `PATCH ${project}intake-issues/:id/document/`, written),
  },
}

import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { signedIn } from '../core/policy.ts'
import { DateTime, Id } from '../core/shapes.ts'

export const ReleaseNote = Type.Object({
  id: Id,
  tag_name: Type.String(),
  name: Type.String(),
  body: Type.String(),
  published_at: DateTime,
  html_url: Type.String(),
})
export type ReleaseNote = Static<typeof ReleaseNote>

export const releaseNotesApi = {
  list: endpoint(signedIn, 'GET /api/release-notes/', { 200: Type.Array(ReleaseNote) }),
}

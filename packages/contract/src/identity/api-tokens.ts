import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { signedIn } from '../core/policy.ts'
import { audit, DateTime, Id, Nullable } from '../core/shapes.ts'

export const ApiToken = Type.Object({
  id: Id,
  ...audit,
  label: Type.String({ maxLength: 255 }),
  description: Type.String({ maxLength: 10_000 }),
  is_active: Type.Boolean(),
  last_used: Nullable(DateTime),
  user: Id,
  /** 0 human, 1 bot. */
  user_type: Type.Integer(),
  workspace: Nullable(Id),
  expired_at: Nullable(DateTime),
  is_service: Type.Boolean(),
})
export type ApiToken = Static<typeof ApiToken>

const { label, description, is_active } = ApiToken.properties

/**
 * `expired_at` is any text here: the contract answers an invalid one with a specific error message.
 */
export const NewApiToken = Type.Partial(
  Type.Object({ label, description, expired_at: Nullable(Type.String()) }),
)
export type NewApiToken = Static<typeof NewApiToken>

export const ApiTokenPatch = Type.Partial(Type.Object({ label, description, is_active }))
export type ApiTokenPatch = Static<typeof ApiTokenPatch>

/** A request made with a token. */
export const TokenRequest = Type.Object({
  id: Type.Integer(),
  method: Type.String(),
  path: Type.String(),
  query: Type.String(),
  status: Type.Integer(),
  ip: Type.String(),
  user_agent: Type.String(),
  created_at: DateTime,
})
export type TokenRequest = Static<typeof TokenRequest>

const all = '/api/users/api-tokens/'
const one = `${all}:id/` as const

export const apiTokensApi = {
  list: endpoint(signedIn, `GET ${all}`, { 200: Type.Array(ApiToken) }),
  /** The only response that contains the token. */
  create: endpoint(signedIn, `POST ${all}`, {
    body: NewApiToken,
    201: Type.Object({ ...ApiToken.properties, token: Type.String() }),
  }),
  get: endpoint(signedIn, `GET ${one}`, { 200: ApiToken }),
  change: endpoint(signedIn, `PATCH ${one}`, { body: ApiTokenPatch, 200: ApiToken }),
  remove: endpoint(signedIn, `DELETE ${one}`, { 204: Type.Null() }),
  /** The last hundred of thirty days, the newest first. */
  requests: endpoint(signedIn, `GET ${one}requests/`, { 200: Type.Array(TokenRequest) }),
}

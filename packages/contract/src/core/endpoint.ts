import { type Static, type TObject, type TSchema, type TString, Type } from 'typebox'
import type { Policy } from './policy.ts'
import { Id } from './shapes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Names<Url> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : never
type Params<Url> = TObject<{ [Name in Names<Url>]: TString }>

/** 404: a URL that other servers of this API have, documented as missing in this one. */
type Status = 200 | 201 | 202 | 204 | 302 | 404
export type Parts = { query?: TSchema; body?: TSchema } & { [S in Status]?: TSchema }

type Schema<Url, P extends Parts> = {
  params: Params<Url>
  response: Omit<P, 'body' | 'query'>
} & (P extends { body: infer B } ? { body: B } : unknown) &
  (P extends { query: infer Q } ? { querystring: Q } : unknown)

/** Path parameters that are names, or texts of a mailed link, not ids. */
const named = new Set(['slug', 'key', 'provider', 'reaction', 'anchor', 'uidb64', 'token'])

/**
 * One call of the API, defined once: the server spreads it into `route()`, the browser passes it to
 * `call()`, and both are type-checked against it. The path parameters are parsed from the path.
 */
export function endpoint<M extends Method, Url extends string, const P extends Parts>(
  policy: Policy,
  call: `${M} ${Url}`,
  { body, query, ...response }: P,
) {
  const [method, url] = call.split(' ') as [M, Url]
  const names = [...url.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const params = Type.Object(
    Object.fromEntries(names.map((name) => [name, named.has(name) ? Type.String() : Id])),
  )
  const schema = { params, response, ...(body && { body }), ...(query && { querystring: query }) }
  const status = Number(Object.keys(response)[0] ?? 200)
  return { method, url, config: { policy, status }, schema: schema as unknown as Schema<Url, P> }
}

export interface Endpoint {
  method: Method
  url: string
  config: { policy: Policy; status: number }
  schema: { params: TSchema; response: object; body?: TSchema; querystring?: TSchema }
}

type Part<S, From extends string, To extends string> =
  S extends Record<From, infer T extends TSchema> ? { [K in To]: Static<T> } : unknown
type ParamsPart<S> =
  S extends Record<'params', infer T extends TSchema>
    ? keyof Static<T> extends never
      ? unknown
      : { params: Static<T> }
    : unknown

/** What a caller must give: path parameters, body and query, as far as the endpoint has them. */
export type Input<E extends Endpoint> = ParamsPart<E['schema']> &
  Part<E['schema'], 'body', 'body'> &
  (E['schema'] extends { querystring: infer Q extends TSchema } ? { query?: Static<Q> } : unknown)

type ResponseOf<E extends Endpoint> = E['schema']['response']
export type Output<E extends Endpoint> = Static<
  Extract<ResponseOf<E>[keyof ResponseOf<E>], TSchema>
>

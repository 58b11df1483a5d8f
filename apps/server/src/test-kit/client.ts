import type { Endpoint, Input, LiveEvent, Output } from '@cairn/contract'
import { sql } from 'kysely'
import { emittedItem } from '#features/work-items/service.ts'
import { wordsOf } from '#kernel/events/stream.ts'
import type { App } from '#kernel/http/app-type.ts'

export interface Answer {
  status: number
  body: unknown
}

type PathParams = Record<string, string>
type Loose<E extends Endpoint> = Omit<Input<E>, 'params'> & { params?: PathParams }

const fill = (url: string, params: PathParams) =>
  url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? `:${name}`))

/** A user of the API; path parameters of their workspace and project are filled in. */
export class Client {
  readonly app: App
  readonly user_id: string
  readonly place: PathParams
  readonly cookies: Record<string, string>
  readonly headers: Record<string, string>

  constructor(
    app: App,
    user_id: string,
    cookies: Record<string, string>,
    place: PathParams = {},
    headers: Record<string, string> = {},
  ) {
    this.app = app
    this.user_id = user_id
    this.cookies = cookies
    this.place = place
    this.headers = headers
  }

  at(place: PathParams): Client {
    const { app, user_id, cookies, headers } = this
    return new Client(app, user_id, cookies, { ...this.place, ...place }, headers)
  }

  /** An API client with this token and no cookies, in the same workspace and project. */
  showing(token: string): Client {
    const headers: Record<string, string> = token ? { 'x-api-key': token } : {}
    return new Client(this.app, this.user_id, {}, this.place, headers)
  }

  /** The response with its headers. */
  respond<E extends Endpoint>(endpoint: E, input?: Partial<Loose<E>>) {
    const { params, body, query } = (input ?? {}) as {
      params?: PathParams
      body?: object
      query?: Record<string, string>
    }
    return this.app.inject({
      method: endpoint.method,
      url: fill(endpoint.url, { ...this.place, ...params }),
      cookies: this.cookies,
      headers: this.headers,
      ...(query && { query }),
      ...(body !== undefined && { payload: body }),
    })
  }

  /** Status and body, also of an error. */
  async attempt<E extends Endpoint>(endpoint: E, input?: Partial<Loose<E>>): Promise<Answer> {
    const { statusCode: status, body: text } = await this.respond(endpoint, input)
    return { status, body: text === '' ? null : JSON.parse(text) }
  }

  /** The body of a call that must work. */
  async call<E extends Endpoint>(endpoint: E, input?: Loose<E>): Promise<Output<E>> {
    const { status, body } = await this.attempt(endpoint, input as Partial<Loose<E>>)
    if (status >= 400) {
      throw new Error(`${endpoint.method} ${endpoint.url}: ${status} ${JSON.stringify(body)}`)
    }
    return body as Output<E>
  }

  /** The events a change wrote to the outbox. */
  async eventsOf(change: () => Promise<unknown>): Promise<LiveEvent[]> {
    const { rows } = await sql<{ last: number }>`
      select coalesce(max(id), 0) as last from events`.execute(this.app.db)
    await change()
    const events = await sql<{ event: LiveEvent | null }>`
      select ${wordsOf(emittedItem)}::jsonb as event from events e
      where e.id > ${rows[0]?.last ?? 0} order by e.id`.execute(this.app.db)
    return events.rows.flatMap(({ event }) => event ?? [])
  }
}

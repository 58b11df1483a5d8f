import { apiTokensApi, type Endpoint, type Role } from '@cairn/contract'
import { expect } from 'vitest'
import type { Client } from './client.ts'
import { type TestServer, testServer } from './server.ts'

export const unauthenticated = {
  status: 401,
  body: { detail: 'Authentication credentials were not provided.' },
}
export const tokenNotValid = { status: 403, body: { detail: 'Given API token is not valid' } }
export const notAllowed = {
  status: 403,
  body: { detail: 'You do not have permission to perform this action.' },
}
export const missing = { status: 404, body: { error: 'The requested resource does not exist.' } }
/** The message of notes and invitations instead. */
export const required = { status: 404, body: { error: 'The required object does not exist.' } }
export const done = { status: 204, body: null }

/** An API client of a user, and the user's browser. */
export type Program = Client & { browser: Client }

export async function programOf(browser: Client): Promise<Program> {
  const { token } = await browser.call(apiTokensApi.create, { body: {} })
  return Object.assign(browser.showing(token), { browser })
}

interface Input {
  params?: Record<string, string>
  body?: object
  query?: Record<string, string>
}

interface ProgramServer extends TestServer {
  /**
   * `projectOf`, where every user has a token: `ada.call` uses it, `ada.browser.call` acts as the
   * app.
   */
  programsOf<N extends string>(...people: (N | [N, Role])[]): Promise<Record<N, Program>>
  /** Callers without a valid token, or from another workspace or project, get nothing. */
  refusesStrangers(endpoint: Endpoint, inside: Client, input?: Input): Promise<void>
}

/** A server for the tests of the public API. */
export async function programServer(
  options?: Parameters<typeof testServer>[0],
): Promise<ProgramServer> {
  const server = await testServer(options)
  // Here and not in the first test: it is loaded on first use.
  await server.app.openPublicApi()

  async function programsOf<N extends string>(...people: (N | [N, Role])[]) {
    const clients = await server.projectOf(...people)
    const entries = Object.entries<Client>(clients).map(
      async ([name, client]) => [name, await programOf(client)] as const,
    )
    return Object.fromEntries(await Promise.all(entries)) as Record<N, Program>
  }

  // On first use: a file that does not use it may end, and close its server, before.
  let strangers: ReturnType<typeof programsOf<'eve'>> | undefined

  async function refusesStrangers(endpoint: Endpoint, inside: Client, input: Input = {}) {
    strangers ??= programsOf('eve')
    const { eve } = await strangers
    const asked = (client: Client) => client.attempt(endpoint, input as never)
    expect(await asked(inside.showing(''))).toEqual(unauthenticated)
    expect(await asked(inside.showing('api_0123456789'))).toEqual(tokenNotValid)
    expect(await asked(eve.at(inside.place))).toEqual(notAllowed)
    const nowhere = { ...inside.place, slug: 'nowhere-at-all' }
    expect(await asked(inside.at(nowhere))).toEqual(notAllowed)
    if (!endpoint.url.includes(':project_id')) return
    const elsewhere = { ...inside.place, project_id: eve.place.project_id ?? '' }
    const { policy } = endpoint.config
    if (policy.who === 'project') {
      expect(await asked(inside.at(elsewhere))).toMatchObject({ status: 404 })
    }
  }

  return { ...server, programsOf, refusesStrangers }
}

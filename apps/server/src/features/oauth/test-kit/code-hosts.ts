import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'

export const codeHostKeys = { id: 'cairn', secret: 'a secret of cairn and its code host' }

interface Person {
  id: number
  name: string | null
  avatar_url: string
  emails: { email: string; primary: boolean; verified: boolean }[]
  /** Membership in GitHub organizations. */
  organizations?: Record<string, 'active' | 'pending'>
}

interface Given {
  login: string
  challenge: string
  redirect_uri: string
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/**
 * Implements the sign-in of GitHub (`/login/oauth/…`, `/github-api/…`) and of GitLab (`/oauth/…`,
 * `/api/v4/…`) over HTTP. Users in `people` are signed in there already.
 */
export async function codeHosts() {
  const people: Record<string, Person> = {}
  const codes = new Map<string, Given>()
  const tokens = new Map<string, string>()
  const scopes: string[] = []

  /** Redirects back with a code, as for a user who has consented before. */
  function authorize(url: URL, issuer?: string) {
    const asked = (name: string) => url.searchParams.get(name) ?? ''
    const code = randomUUID()
    const redirect_uri = asked('redirect_uri')
    codes.set(code, { login: asked('login'), challenge: asked('code_challenge'), redirect_uri })
    scopes.push(asked('scope'))
    const back = new URL(redirect_uri)
    back.search = new URLSearchParams({
      code,
      state: asked('state'),
      ...(issuer && { iss: issuer }),
    }).toString()
    return { status: 302, location: back.href }
  }

  async function redeem(request: IncomingMessage): Promise<string | undefined> {
    const form = new URLSearchParams(await text(request))
    const given = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isOurs =
      form.get('client_id') === codeHostKeys.id &&
      form.get('client_secret') === codeHostKeys.secret &&
      form.get('redirect_uri') === given?.redirect_uri &&
      challengeOf(form.get('code_verifier') ?? '') === given?.challenge
    if (!isOurs || !given) return undefined
    const token = randomUUID()
    tokens.set(token, given.login)
    return token
  }

  function find(request: IncomingMessage) {
    const login = tokens.get(request.headers.authorization?.replace(/^Bearer /i, '') ?? '') ?? ''
    const person = people[login]
    return person && { login, ...person }
  }

  interface Answer {
    status: number
    body?: unknown
    location?: string
  }

  async function answer(request: IncomingMessage, origin: string): Promise<Answer> {
    const url = new URL(request.url ?? '', origin)
    if (url.pathname === '/login/oauth/authorize') return authorize(url, `${origin}/login/oauth`)
    if (url.pathname === '/oauth/authorize') return authorize(url)
    if (url.pathname === '/login/oauth/access_token') {
      const access_token = await redeem(request)
      // GitHub reports failures with status 200.
      if (!access_token) return { status: 200, body: { error: 'bad_verification_code' } }
      return { status: 200, body: { access_token, token_type: 'bearer', scope: 'read:user' } }
    }
    if (url.pathname === '/oauth/token') {
      const access_token = await redeem(request)
      if (!access_token) return { status: 400, body: { error: 'invalid_grant' } }
      const body = { access_token, token_type: 'Bearer', expires_in: 7200, refresh_token: 'again' }
      return { status: 200, body }
    }
    const person = find(request)
    if (!person) return { status: 401, body: { message: 'Bad credentials' } }
    const { id, login, name, avatar_url, emails } = person
    if (url.pathname === '/github-api/user') {
      return { status: 200, body: { id, login, name, avatar_url, email: emails[0]?.email } }
    }
    if (url.pathname === '/github-api/user/emails') return { status: 200, body: emails }
    const [, organization = '', member] =
      /^\/github-api\/orgs\/([^/]+)\/memberships\/([^/]+)$/.exec(url.pathname) ?? []
    const state = member === login ? person.organizations?.[organization] : undefined
    if (state) return { status: 200, body: { state, role: 'member' } }
    if (url.pathname === '/api/v4/user') {
      const { email, verified } = emails[0] ?? {}
      const confirmed_at = verified ? '2026-01-05T09:00:00.000Z' : null
      return { status: 200, body: { id, username: login, name, avatar_url, email, confirmed_at } }
    }
    return { status: 404, body: { message: 'Not Found' } }
  }

  const origin = await listening((own) => async (request, response) => {
    const { status, body, location } = await answer(request, own)
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      ...(location && { location }),
    })
    response.end(body === undefined ? '' : JSON.stringify(body))
  })

  async function visit(address: string, login: string): Promise<string> {
    const response = await fetch(`${address}&login=${login}`, { redirect: 'manual' })
    return response.headers.get('location') ?? ''
  }

  return { origin, people, scopes, visit }
}

import { setTimeout as sleep } from 'node:timers/promises'
import {
  accountApi,
  cyclesApi,
  favoritesApi,
  instanceApi,
  isReservedSlug,
  isSlug,
  labelsApi,
  modulesApi,
  projectMembersApi,
  projectsApi,
  sidebarPreferencesApi,
  statesApi,
  workspacesApi,
} from '@cairn/contract'
import type { FastifyRequest } from 'fastify'
import type { App } from '#kernel/http/app-type.ts'
import { writeCursor } from '#kernel/realtime/cursor.ts'

/** The requests of a screen before its first rows are shown, by the depth of its URL. */
const asked = {
  signedIn: [accountApi.profile.url, accountApi.amInstanceAdmin.url, workspacesApi.list.url],
  inWorkspace: [
    ...[projectsApi.list.url, workspacesApi.members.url, sidebarPreferencesApi.list.url],
    `${favoritesApi.list.url}?all=true`,
  ],
  inProject: [
    ...[projectMembersApi.properties.url, statesApi.list.url, labelsApi.list.url],
    ...[cyclesApi.list.url, modulesApi.list.url],
  ],
}

/** Longer responses are fetched on demand: the page itself must come first. */
const MAX_LENGTH = 128 * 1024
/** A slow database must not keep the page from loading. */
const MAX_MS = 3_000

const address = /^\/([^/]+)(?:\/projects\/([\da-f-]{36})\/issues)?(?:\/|$)/

function callsFor(path: string): string[] {
  const [, slug = '', project_id] = address.exec(path) ?? []
  if (!isSlug(slug) || isReservedSlug(slug)) return asked.signedIn
  const calls = [...asked.signedIn, ...asked.inWorkspace, ...(project_id ? asked.inProject : [])]
  return calls.map((url) => url.replace(':slug', slug).replace(':project_id', project_id ?? ''))
}

/**
 * The first requests of a screen, answered with its page: a browser renders it without further
 * requests. Each answer is the route's response to the same user; the cursor says since when they
 * may be outdated, so that the live socket sends later events.
 */
export async function firstAnswers(app: App, request: FastifyRequest): Promise<string> {
  const cursor = writeCursor(app.deps.stream.position())
  const answers: string[] = []
  const { cookie = '', 'user-agent': agent = '' } = request.headers

  async function answer(url: string): Promise<string | undefined> {
    const { statusCode, body } = await app.inject({
      url,
      headers: { cookie, 'user-agent': agent, host: request.host },
      remoteAddress: request.ip,
    })
    if (statusCode !== 200 || body.length > MAX_LENGTH) return undefined
    answers.push(`${JSON.stringify(url)}:${body}`)
    return body
  }

  async function answerAll() {
    const info = answer(instanceApi.info.url)
    const session = await answer(accountApi.session.url)
    const isKnown = session !== undefined && JSON.parse(session).is_authenticated
    const path = request.url.split('?')[0] ?? ''
    await Promise.all([info, ...(isKnown ? callsFor(path).map(answer) : [])])
  }

  await Promise.race([answerAll(), sleep(MAX_MS, undefined, { ref: false })])
  // In JSON a `<` occurs only in strings, where it must not end the script element.
  return `{"cursor":"${cursor}","answers":{${answers.join().replaceAll('<', '\\u003c')}}}`
}

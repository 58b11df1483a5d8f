import { writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { pagesApi } from '@cairn/contract'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { callersOf, foreignTenant } from '#test/fuzz/callers.ts'
import { someFrame } from '#test/fuzz/frames.ts'
import { hostileText } from '#test/fuzz/hostile.ts'
import { Random } from '#test/fuzz/random.ts'
import { type Caller, someCaller, someRequest } from '#test/fuzz/requests.ts'
import { LiveSocket } from '#test/live-socket.ts'
import { everyOperation, type Operation } from '#test/routes.ts'
import { testServer } from '#test/server.ts'
import { tenantRows } from '#test/tenant-rows.ts'

/**
 * Every operation of the API's description, called by every kind of caller with requests generated
 * from its schema and randomly broken. The seed decides all of them; `npm run fuzz -- --seed 7
 * --minutes 20`.
 */
const seed = Number(process.env.FUZZ_SEED ?? 14)
const seconds = Number(process.env.FUZZ_SECONDS ?? 0)
/** Minimum requests per operation: the same on a slow machine as on a fast one. */
const TIMES = 4
const trace = process.env.FUZZ_TRACE
const only = process.env.FUZZ_ONLY
/** After this many requests the callers get a new workspace: the old one is full of random data. */
const ROUND = 1_500
const MAX_MS = 1_000
const MAX_FAILURES = 25

const server = await testServer({
  environment: { LOG_LEVEL: process.env.FUZZ_LOG ?? 'silent' },
})
const { app, database } = server
const operations = (await everyOperation(app)).filter(
  ({ method, path }) => !only || `${method} ${path}`.includes(only),
)

const statuses = new Map<number, number>()

interface Failure {
  what: string
  caller: string
  request: string
  answer: string
}

async function timed(request: InjectOptions) {
  const began = performance.now()
  const answer = await Promise.race([
    app.inject({ ...request }),
    setTimeout(60_000, undefined, { ref: false }),
  ])
  return { answer, ms: performance.now() - began }
}

/** A busy machine is slow once; what is slow three times, while others are not, is slow by itself. */
async function isSlow(request: InjectOptions): Promise<boolean> {
  const again = [await timed(request), await timed(request)].map(({ ms }) => ms)
  const { ms: floor } = await timed({ method: 'GET', url: '/health/' })
  return Math.min(...again) > MAX_MS + 20 * floor
}

/** Creates a whole workspace with hundreds of items, once, while an administrator waits for it. */
const isLongWork = ({ url }: InjectOptions) => String(url).startsWith('/api/instances/demo/')

/**
 * Whether a request removed what the others need: a session, a membership, the project, the
 * workspace.
 */
async function isOver(callers: readonly Caller[]): Promise<boolean> {
  for (const { cookies, headers, place, proof } of callers) {
    if (!proof) continue
    const url = proof.replace(/:(\w+)/g, (_, name: string) => place[name] ?? '')
    const { statusCode } = await app.inject({ method: 'GET', url, cookies, headers })
    if (statusCode !== 200) return true
  }
  return false
}

async function ask(request: InjectOptions, caller: Caller) {
  const { answer, ms } = await timed(request)
  if (!answer) return { fault: { what: 'no answer within a minute', body: '' }, hasChanged: true }
  const fault = faultOf(answer, caller)
  const isLate = !fault && ms > MAX_MS && !isLongWork(request) && (await isSlow(request))
  return {
    fault: isLate ? { what: `takes ${Math.round(ms)} ms`, body: '' } : fault,
    hasChanged: request.method !== 'GET' && answer.statusCode < 400,
  }
}

function faultOf({ statusCode, body, headers }: LightMyRequestResponse, { hidden }: Caller) {
  // A fake key enables the search; there is no server here that responds to it.
  const isImageSearchAway = statusCode === 502 && body.includes('The image search')
  statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  if (statusCode >= 500 && !isImageSearchAway) return { what: `status ${statusCode}`, body }
  const seen = hidden.find((text) => body.includes(text))
  if (seen) return { what: `shows the ${seen}`, body }
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (isJson && body !== '' && !isParsed(body)) return { what: 'broken JSON', body }
  return undefined
}

function isParsed(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const failures = new Map<string, Failure>()

function note(
  { method, path }: Operation,
  caller: Caller,
  request: InjectOptions,
  { what, body }: { what: string; body: string },
) {
  const name = `${method} ${path}: ${what.replace(/\d{4,}/, 'N')}`
  failures.set(name, {
    what: name,
    caller: caller.name,
    request: `${request.url} ${request.payload ?? ''}`.slice(0, 400),
    answer: body.slice(0, 300),
  })
}

it('answers nothing with a 5xx, nothing late, and nothing of a foreign tenant', {
  timeout: seconds * 1_000 + 1_200_000,
}, async () => {
  const random = new Random(seed)
  const foreign = await foreignTenant(server)
  const before = await tenantRows(database.db, foreign)
  const asked = new Set<Operation>()
  const ends = Date.now() + seconds * 1_000
  let requests = 0
  let rounds = 0
  let queue: Operation[] = []

  const goesOn = () => Date.now() < ends || requests < TIMES * operations.length
  while (goesOn() && failures.size < MAX_FAILURES) {
    const callers = await callersOf(server, foreign)
    rounds += 1
    for (let n = 0; n < ROUND && goesOn(); n++) {
      if (queue.length === 0) queue = random.shuffle(operations)
      const operation = queue.pop() as Operation
      const caller = someCaller(random, callers, operation.path)
      const request = someRequest(random, caller, operation)
      // Survives a request that ends the whole process.
      if (trace) writeFileSync(trace, JSON.stringify({ caller: caller.name, ...request }))
      const { fault, hasChanged } = await ask(request, caller)
      requests += 1
      asked.add(operation)
      if (fault) note(operation, caller, request, fault)
      if (hasChanged && (await isOver(callers))) break
    }
    expect(await tenantRows(database.db, foreign), 'the other tenant').toEqual(before)
  }
  process.stdout.write(
    `fuzz: seed ${seed}, ${requests} requests in ${rounds} rounds, ${asked.size} operations, answers ${JSON.stringify(Object.fromEntries(statuses))}\n`,
  )
  expect([...failures.values()]).toEqual([])
})

it('survives whatever is sent to its sockets', async () => {
  // The library of the page socket logs each unreadable frame there.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const random = new Random(seed)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { ada } = await server.projectOf('ada')
  const page = await ada.call(pagesApi.create, { body: { name: 'Page' } })
  const cookie = `session-id=${ada.cookies['session-id']}`

  for (let n = 0; n < 150; n++) {
    const query = new URLSearchParams({
      workspaceSlug: random.chance(0.8) ? (ada.place.slug ?? '') : hostileText(random),
      projectId: random.chance(0.8) ? (ada.place.project_id ?? '') : hostileText(random),
      cursor: hostileText(random),
    })
    const path = random.pick(['/live/collaboration', '/api/live/'])
    const url = `${address.replace('http', 'ws')}${path}?${query}`.slice(0, 4_000)
    const socket = new WebSocket(url, { headers: { cookie } })
    const closed = new Promise<void>((resolve) => {
      socket.on('close', () => resolve())
      socket.on('error', () => resolve())
    })
    socket.on('open', () => {
      for (let m = 0; m < 10; m++) socket.send(someFrame(random, page.id))
      socket.close()
    })
    await closed
  }
  const live = new LiveSocket(ada)
  expect(await live.ready()).toMatchObject({ kind: 'ready' })
  live.socket.close()
  expect((await app.inject('/health/')).statusCode).toBe(200)
})

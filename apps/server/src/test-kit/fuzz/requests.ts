import type { InjectOptions } from 'fastify'
import type { Operation, Schema } from '../routes.ts'
import { breakValue, validValue } from './from-schema.ts'
import { hostileText, writeJson } from './hostile.ts'
import { type IdPool, someId } from './ids.ts'
import type { Random } from './random.ts'

/** A kind of user or API client. */
export interface Caller {
  name: string
  cookies: Record<string, string>
  headers: Record<string, string>
  place: Record<string, string>
  ids: IdPool
  /** Prefers paths it has access to, so that requests pass the policy. */
  isAtHome(path: string): boolean
  /** A URL that answers 200 until this caller loses its rights. */
  proof?: string
  /** Texts this caller must never read. */
  hidden: readonly string[]
}

const other = {
  key: ['priority', 'TRAIL-1', 'constructor', 'csv'],
  provider: ['google', 'oidc', 'github', '__proto__'],
  reaction: ['128077', '+1'],
  anchor: ['0123456789abcdef0123456789abcdef'],
  uidb64: ['MDAwMDAwMDA', '%ff'],
  token: ['0-0', 'api_0'],
}
const samples = new Map<string, readonly string[]>(Object.entries(other))

const orders = ['-created_at', 'sort_order', 'state__name', 'priority', 'assignees__first_name']
const groups = ['state_id', 'priority', 'labels__id', 'assignees__id', 'cycle_id', 'target_date']
const days = ['2026-11-01;after,2026-11-20;before', '2_weeks;after;fromnow', '2026-11-01', 'null']
const queries = new Map<string, readonly string[]>([
  ['expand', ['labels', 'assignees', 'state', 'project', 'state,labels,parent,created_by']],
  ['fields', ['id', 'id,name,state', 'name']],
  ['order_by', orders],
  ['group_by', groups],
  ['sub_group_by', groups],
  ['per_page', ['10', '100', '1']],
  ['cursor', ['10:0:0', '100:1:0', '1:2:1']],
  ['priority', ['high', 'urgent,none', 'None']],
  ['state_group', ['started', 'backlog,completed']],
  ['type', ['active', 'backlog', 'project', 'workspace']],
  ['target_date', days],
  ['start_date', days],
  ['created_at', days],
  ['updated_at__gt', ['2026-11-01T00:00:00Z']],
  ['search', ['Ours', '1', 'TRAIL-1', '%']],
  ['query', ['Ours', 'o']],
  ['filters', ['{"priority__in":["high"]}', '{"and":[{"state_group__exact":"started"}]}']],
  [
    'pql',
    ['priority = "high"', 'NOT (state = "Done" OR name ~ "x")', 'assignee IN (currentUser())'],
  ],
  ['x_axis', ['state_id', 'PRIORITY', 'labels__id', 'WORK_ITEMS']],
  ['y_axis', ['issue_count', 'estimate', 'WORK_ITEM_COUNT']],
  ['segment', ['priority', 'labels__id']],
  ['tab', ['overview', 'work-items']],
])

/** Well-formed enough to reach the evaluation, and invalid there. */
const hostileQueries = new Map<string, readonly string[]>([
  [
    'filters',
    [
      '{"priority__in":[{"toString":1}]}',
      '{"constructor":1}',
      '{"__proto__":{"and":[]}}',
      '{"and":{"or":1}}',
      `${'{"not":'.repeat(400)}{}${'}'.repeat(400)}`,
      '{"state_id__in":["x"],"created_at__range":[null,{}]}',
      '[[[]]]',
      '"text"',
    ],
  ],
  [
    'pql',
    [
      '('.repeat(7_000),
      'NOT '.repeat(1_900),
      'priority = "a" AND '.repeat(400),
      'constructor = 1',
      'priority IN (toString())',
      'name ~ "(((a+)+)+)+$"',
      'created > -99999999999999999999d',
    ],
  ],
  ['expand', ['valueOf', '__proto__', 'constructor,labels', 'labels,'.repeat(900)]],
  ['cursor', ['NaN:0:0', '1e9:1e9:1e9', '100:99999999999999999999:0', '::', '100:-5:0']],
  ['order_by', ['valueOf', '-', '--created_at', 'assignees__', 'priority,-priority,'.repeat(90)]],
])

/** Two of three requests come from callers with access, the others from any caller. */
export function someCaller(random: Random, callers: readonly Caller[], path: string): Caller {
  const atHome = callers.filter((caller) => caller.isAtHome(path))
  return random.pick(atHome.length > 0 && random.chance(0.66) ? atHome : callers)
}

/** A request to this operation, built from its schema and usually broken at random. */
export function someRequest(random: Random, caller: Caller, operation: Operation): InjectOptions {
  const { method, path } = operation
  const isBroken = random.chance(0.7)
  const query = someQuery(random, caller, operation, isBroken)
  const body = method === 'GET' ? undefined : someBody(random, caller, operation, isBroken)
  const url = path.replace(/\{(\w+)\}|\*/g, (match, name: string | undefined, at: number) => {
    if (!name)
      return isBroken && match === '*'
        ? encodeURIComponent(wellFormed(hostileText(random)))
        : 'file'
    return encodeURIComponent(pathPart(random, caller, name, path.slice(0, at), isBroken))
  })
  return {
    method: method as 'GET',
    url: `${url}${query}`.slice(0, 60_000),
    cookies: caller.cookies,
    headers: {
      ...caller.headers,
      // A random address, so that limits by network do not end the walk.
      'x-forwarded-for': `198.51.${random.below(256)}.${random.below(256)}`,
      ...(random.chance(0.1) && { 'if-none-match': hostileHeader(random) }),
      ...(random.chance(0.05) && { range: hostileHeader(random) }),
      ...(random.chance(0.05) && { 'idempotency-key': hostileHeader(random) }),
      ...(body?.type && { 'content-type': body.type }),
    },
    ...(body && { payload: body.payload }),
  }
}

/** Header values as far as HTTP itself can carry them. */
const hostileHeader = (random: Random) =>
  hostileText(random)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 2_000)

function pathPart(random: Random, caller: Caller, name: string, before: string, broken: boolean) {
  if (broken && random.chance(0.07)) return wellFormed(hostileText(random).slice(0, 2_000))
  const own = caller.place[name]
  if (own && random.chance(0.9)) return own
  const sample = samples.get(name)
  if (sample) return random.pick(sample)
  if (name === 'slug') return random.pick(['nowhere-at-all', own?.toUpperCase() ?? 'x'])
  // `labels/{id}/` names a label.
  const segment = before.split('/').at(-2) ?? ''
  return someId(random, caller.ids, name === 'id' ? segment : name)
}

/** A lone surrogate cannot be encoded in a URL. */
const wellFormed = (text: string) => text.toWellFormed() || '?'

function someQuery(
  random: Random,
  caller: Caller,
  { query: schemas }: Operation,
  isBroken: boolean,
) {
  const likely = random.pick([0.05, 0.2, 0.6])
  const query = new URLSearchParams()
  for (const [name, schema] of schemas) {
    if (!random.chance(likely)) continue
    const isWrong = isBroken && random.chance(0.5)
    const known = queries.get(name)
    const right = known ? random.pick(known) : validValue(random, caller.ids, schema, name)
    const value = isWrong ? hostileQuery(random, name) : right
    for (const part of [value].flat()) query.append(name, wellFormed(String(part).slice(0, 8_000)))
  }
  if (isBroken && random.chance(0.2)) {
    query.append(wellFormed(hostileText(random).slice(0, 200)), wellFormed(hostileText(random)))
  }
  const text = query.toString()
  return text && `?${text}`
}

function hostileQuery(random: Random, name: string) {
  const special = hostileQueries.get(name)
  return special && random.chance(0.5) ? random.pick(special) : hostileText(random)
}

function someBody(random: Random, caller: Caller, operation: Operation, isBroken: boolean) {
  const schema: Schema = operation.body ?? { type: 'object' }
  const valid = validValue(random, caller.ids, schema, '')
  const value = isBroken && random.chance(0.8) ? breakValue(random, valid) : valid
  const payload = writeJson(value)
  if (!isBroken || random.chance(0.85)) {
    return { payload, type: 'application/json' }
  }
  const type = random.pick([
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/octet-stream',
    '',
  ])
  const text = random.pick([
    payload.slice(0, -1),
    `--x\r\n${payload}`,
    `a=${payload}`,
    '{',
    '\u0000',
  ])
  return { payload: text, type }
}

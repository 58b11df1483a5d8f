import type { TenantRow } from '../tenant-rows.ts'
import type { Random } from './random.ts'

/** Ids for requests: of the caller's workspace, by table, and of places out of reach. */
export interface IdPool {
  own: ReadonlyMap<string, readonly string[]>
  outOfReach: readonly string[]
}

export const idsByTable = (rows: Record<string, TenantRow[]>, users: readonly string[]) =>
  new Map<string, readonly string[]>([
    ...Object.entries(rows)
      .filter(([, list]) => list.length > 0)
      .map(([table, list]) => [table, list.map(({ id }) => id)] as const),
    ['users', users],
  ])

/** The table a parameter or field with this name probably refers to, so that requests get far. */
const hints: readonly [RegExp, string][] = [
  [/user|member|assignee|subscriber|lead|owner|actor|created_by|mention/, 'users'],
  [/state/, 'states'],
  [/label/, 'labels'],
  [/cycle/, 'cycles'],
  [/module/, 'modules'],
  [/project/, 'projects'],
  [/comment/, 'comments'],
  [/estimate_point|point/, 'estimate_points'],
  [/estimate/, 'estimates'],
  [/page/, 'pages'],
  [/view/, 'views'],
  [/sticky|stickies/, 'stickies'],
  [/team/, 'teamspaces'],
  [/webhook/, 'webhooks'],
  [/invitation/, 'workspace_invitations'],
  [/initiative/, 'initiatives'],
  [/favorite/, 'favorites'],
  [/intake|inbox/, 'intakes'],
  [/asset|attachment|file/, 'assets'],
  [/link/, 'work_item_links'],
  [/worklog/, 'work_logs'],
  [/draft/, 'drafts'],
  [/issue|item|epic|parent|relation/, 'work_items'],
]

export function someId(random: Random, { own, outOfReach }: IdPool, name: string): string {
  const table = hints.find(([pattern]) => pattern.test(name))?.[1] ?? ''
  const likely = own.get(table) ?? []
  if (likely.length > 0 && random.chance(0.7)) return inOtherLetters(random, random.pick(likely))
  if (outOfReach.length > 0 && random.chance(0.4)) return random.pick(outOfReach)
  if (random.chance(0.3)) return unknownId(random)
  return inOtherLetters(random, random.pick([...own.values()].flat()))
}

/** With capitals, braces or a missing dash, PostgreSQL reads the same UUID. */
const inOtherLetters = (random: Random, id: string) =>
  random.chance(0.88)
    ? id
    : random.pick([id.toUpperCase(), `{${id}}`, id.replaceAll('-', ''), `${id} `, `urn:uuid:${id}`])

const unknownId = (random: Random) =>
  '00000000-0000-4000-8000-000000000000'.replace(/0/g, () => random.below(16).toString(16))

import { randomUUID } from 'node:crypto'
import type { Priority } from '@cairn/contract'
import type { Random } from '../../apps/server/src/features/demo/random.ts'
import type { Cell } from './copy.ts'
import type { Project, State } from './projects.ts'
import { makeParagraphs, makeTitle } from './words.ts'

const DAY = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const momentOf = (time: number) => new Date(time).toISOString()

const priorities: readonly (readonly [Priority, number])[] = [
  ['urgent', 6],
  ['high', 22],
  ['medium', 34],
  ['low', 20],
  ['none', 18],
]
const assigneeCounts = [
  [0, 25],
  [1, 55],
  [2, 15],
  [3, 5],
] as const
const moduleCounts = [
  [0, 60],
  [1, 35],
  [2, 5],
] as const
const labelCounts = [
  [0, 30],
  [1, 35],
  [2, 20],
  [3, 10],
  [4, 4.8],
  [12, 0.2],
] as const

export const workItemColumns = [
  'id',
  'workspace_id',
  'project_id',
  'sequence_id',
  'name',
  'description_html',
  'description_stripped',
  'priority',
  'state_id',
  'parent_id',
  'start_date',
  'target_date',
  'sort_order',
  'completed_at',
  'archived_at',
  'created_at',
  'updated_at',
  'created_by',
  'deleted_at',
  'cycle_id',
  'estimate_point',
  'type_id',
]

export interface MadeItem {
  id: string
  created_at: string
  created_by: string
  sort_order: number
  cells: Cell[]
  assignee_ids: string[]
  label_ids: string[]
  module_ids: string[]
}

interface ItemPosition {
  workspace_id: string
  project: Project
  type_id: string | null
  number: number
  parent_id: string | null
  created: number
  now: number
}

function makeDates(random: Random, created: number) {
  if (random.chance(0.4)) return { start_date: null, target_date: null }
  const start = created + random.between(0, 30) * DAY
  const target = dayOf(start + random.between(1, 40) * DAY)
  return { start_date: random.chance(0.6) ? dayOf(start) : null, target_date: target }
}

/** `completed_at` depends on its group; a few finished items are archived, a few others deleted. */
function makeEnd(random: Random, state: State, { created, now }: ItemPosition) {
  const last = Math.min(now, created + random.between(1, 60) * DAY)
  // Otherwise all items of the last weeks would have the current time.
  const later = Math.max(created, last - random.between(0, DAY))
  const closed = state.group === 'completed' || state.group === 'cancelled'
  return {
    updated_at: momentOf(later),
    completed_at: state.group === 'completed' ? momentOf(later) : null,
    archived_at: closed && random.chance(0.03) ? dayOf(later) : null,
    deleted_at: random.chance(0.005) ? momentOf(later) : null,
  }
}

/** The cycle that was running when the item was created. */
const cycleAt = ({ project: { cycles, size }, number }: ItemPosition) =>
  cycles[Math.floor(((number - 1) / size) * cycles.length)]

export function makeWorkItem(random: Random, place: ItemPosition): MadeItem {
  const { workspace_id, project, type_id, number, parent_id, created } = place
  const id = randomUUID()
  const state = random.pick(project.states.map((one) => [one, one.weight] as const))
  state.filled += 1
  const paragraphs = makeParagraphs(random)
  const { start_date, target_date } = makeDates(random, created)
  const { updated_at, completed_at, archived_at, deleted_at } = makeEnd(random, state, place)
  const created_at = momentOf(created)
  const created_by = random.oneOf(project.members).id
  const sort_order = 55_535 + 10_000 * state.filled
  const html = paragraphs.map((text) => `<p>${text}</p>`).join('')
  return {
    id,
    created_at,
    created_by,
    sort_order,
    assignee_ids: several(random, project.assignable, random.pick(assigneeCounts)),
    label_ids: several(random, project.labels, random.pick(labelCounts)),
    module_ids: several(random, project.modules, random.pick(moduleCounts)),
    cells: [
      id,
      workspace_id,
      project.id,
      number,
      makeTitle(random),
      html || '<p></p>',
      paragraphs.length > 0 ? paragraphs.join('\n') : null,
      random.pick(priorities),
      state.id,
      parent_id,
      start_date,
      target_date,
      sort_order,
      completed_at,
      archived_at,
      created_at,
      updated_at,
      created_by,
      deleted_at,
      random.chance(0.4) ? (cycleAt(place)?.id ?? null) : null,
      random.chance(0.5) ? random.oneOf(project.points).id : null,
      type_id,
    ],
  }
}

/** Drawn one by one: shuffling all users for every item took most of the time. */
function several(random: Random, from: readonly { id: string }[], count: number): string[] {
  const ids = new Set<string>()
  while (ids.size < Math.min(count, from.length)) ids.add(random.oneOf(from).id)
  return [...ids]
}

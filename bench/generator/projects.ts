import { randomUUID } from 'node:crypto'
import { GUEST, type StateGroup, stateGroups } from '@cairn/contract'
import type { ClientBase } from 'pg'
import type { Random } from '../../apps/server/src/features/demo/random.ts'
import { copyRows } from './copy.ts'
import type { Person } from './people.ts'
import { labelNames, moduleNames, projectNames, stateNames } from './words.ts'

export interface State {
  id: string
  name: string
  group: StateGroup | 'triage'
  sequence: number
  /** Relative number of items. */
  weight: number
  /** Number of items so far. */
  filled: number
}

interface Named {
  id: string
  name: string
}

export interface Project {
  id: string
  name: string
  identifier: string
  size: number
  states: State[]
  labels: Named[]
  cycles: Named[]
  modules: Named[]
  estimate_id: string
  points: (Named & { key: number })[]
  members: Person[]
  /** Guests create items, but none are assigned to them. */
  assignable: Person[]
}

/** The second is half the first, the third a third of it: few large projects, many small ones. */
export function zipfSizes(items: number, projects: number): number[] {
  const weights = Array.from({ length: projects }, (_, index) => 1 / (index + 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const sizes = weights.map((weight) => Math.floor((items * weight) / sum))
  const given = sizes.reduce((total, size) => total + size, 0)
  return sizes.map((size, index) => (index === 0 ? size + items - given : size))
}

const groupWeights = { backlog: 25, unstarted: 12, started: 8, completed: 50, cancelled: 5 }
const colors = ['#60646c', '#3d81d4', '#f59e0b', '#46a758', '#ca5747', '#9168c7']

function makeStates(random: Random, plain: boolean): State[] {
  const extra = plain ? 0 : random.between(0, 25)
  const counts = Object.fromEntries(stateGroups.map((group) => [group, 1]))
  for (let i = 0; i < extra; i += 1) {
    const open = stateGroups.filter((group) => (counts[group] ?? 0) < stateNames[group].length)
    const group = random.oneOf(open)
    counts[group] = (counts[group] ?? 0) + 1
  }
  const states: State[] = []
  for (const group of stateGroups) {
    for (const name of stateNames[group].slice(0, counts[group])) {
      const weight = (groupWeights[group] * random.between(5, 15)) / (10 * (counts[group] ?? 1))
      const sequence = 15_000 + states.length * 10_000
      states.push({ id: randomUUID(), name, group, sequence, weight, filled: 0 })
    }
  }
  const rest = { group: 'triage', weight: 0, filled: 0 } as const
  states.push({ id: randomUUID(), name: 'Triage', sequence: 400_000, ...rest })
  return states
}

/** Four weeks each, over the two years items are spread over. */
export const CYCLES = 26

const named = (names: readonly string[]): Named[] =>
  names.map((name) => ({ id: randomUUID(), name }))

export function makeProject(
  index: number,
  size: number,
  people: readonly Person[],
  random: Random,
  plain = false,
): Project {
  const name = projectNames[index] ?? `Project ${index + 1}`
  const others = people.slice(1)
  const members = [people[0]!, ...others.filter(() => index === 0 || random.chance(0.6))]
  return {
    id: randomUUID(),
    name,
    identifier: `${name.replace(/[^A-Z]/gi, '').slice(0, 4)}${index + 1}`.toUpperCase(),
    size,
    states: makeStates(random, plain),
    labels: named(labelNames),
    cycles: named(Array.from({ length: CYCLES }, (_, n) => `Cycle ${n + 1}`)),
    modules: named(moduleNames),
    estimate_id: randomUUID(),
    points: named(['1', '2', '3', '5', '8']).map((point, key) => ({ ...point, key })),
    members,
    assignable: members.filter(({ role }) => role > GUEST),
  }
}

export async function copyProjects(
  client: ClientBase,
  workspace_id: string,
  projects: readonly Project[],
  owner: Person,
): Promise<void> {
  await copyRows(
    client,
    'projects',
    ['id', 'workspace_id', 'name', 'identifier', 'created_by'],
    projects.map(({ id, name, identifier }) => [id, workspace_id, name, identifier, owner.id]),
  )
  await copyRows(
    client,
    'project_members',
    ['workspace_id', 'project_id', 'user_id', 'role', 'sort_order'],
    projects.flatMap(({ id, members }, index) =>
      members.map((one) => [workspace_id, id, one.id, one.role, 65_535 + index * 10_000]),
    ),
  )
  await copyRows(
    client,
    'states',
    ['id', 'workspace_id', 'project_id', 'name', 'color', 'sequence', 'group', 'default'],
    projects.flatMap(({ id, states }) =>
      states.map((state, index) => [
        state.id,
        workspace_id,
        id,
        state.name,
        colors[index % colors.length] ?? '',
        state.sequence,
        state.group,
        index === 0,
      ]),
    ),
  )
  await copyRows(
    client,
    'labels',
    ['id', 'workspace_id', 'project_id', 'name', 'color', 'sort_order'],
    projects.flatMap(({ id, labels }) =>
      labels.map((label, index) => [
        label.id,
        workspace_id,
        id,
        label.name,
        colors[index % colors.length] ?? '',
        65_535 + index * 10_000,
      ]),
    ),
  )
  await copyPlans(client, workspace_id, projects)
  await copyRows(
    client,
    'work_item_numbers',
    ['project_id', 'last_number'],
    projects.map(({ id, size }) => [id, size]),
  )
}

/** Cycles, modules and estimates of the items. */
async function copyPlans(client: ClientBase, workspace_id: string, projects: readonly Project[]) {
  const place = ['id', 'workspace_id', 'project_id'] as const
  for (const kind of ['cycles', 'modules'] as const) {
    await copyRows(
      client,
      kind,
      [...place, 'name'],
      projects.flatMap((project) =>
        project[kind].map(({ id, name }) => [id, workspace_id, project.id, name]),
      ),
    )
  }
  await copyRows(
    client,
    'estimates',
    [...place, 'name', 'last_used'],
    projects.map(({ id, estimate_id }) => [estimate_id, workspace_id, id, 'Points', true]),
  )
  await copyRows(
    client,
    'estimate_points',
    [...place, 'estimate_id', 'key', 'value'],
    projects.flatMap(({ id, estimate_id, points }) =>
      points.map((point) => [point.id, workspace_id, id, estimate_id, point.key, point.name]),
    ),
  )
}

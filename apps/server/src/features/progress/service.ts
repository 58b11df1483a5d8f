import {
  completionChart,
  type Distribution,
  type EstimateDistribution,
  noCounts,
  noPoints,
  type ProgressCounts,
  type ProgressPoints,
} from '@cairn/contract'
import type { Db } from '#kernel/database/schema.ts'
import type { ItemSets } from './item-set-queries.ts'
import {
  countItems,
  listPeople,
  listProjectsWithPoints,
  sumByAssignee,
  sumByDay,
  sumByLabel,
} from './queries.ts'

export { type ItemSets, itemsOfCycles, itemsOfModules } from './item-set-queries.ts'
export { worth } from './queries.ts'

export type Numbers = ProgressCounts & ProgressPoints

const nothing: Numbers = { ...noCounts, ...noPoints }

/** A map with a default: sets without items have empty numbers. */
export class BySet<T> extends Map<string, T> {
  readonly #empty: T

  constructor(empty: T) {
    super()
    this.#empty = empty
  }

  of(key: string): T {
    return this.get(key) ?? this.#empty
  }
}

/** The progress of each set, in one statement for all of them. */
export async function readNumbers(db: Db, sets: ItemSets): Promise<BySet<Numbers>> {
  const numbers = new BySet(nothing)
  for (const { key, group, items, points } of await countItems(db, sets)) {
    const known = numbers.of(key)
    numbers.set(key, {
      ...known,
      total_issues: known.total_issues + items,
      [`${group}_issues`]: items,
      total_estimate_points: known.total_estimate_points + points,
      [`${group}_estimate_points`]: points,
    })
  }
  return numbers
}

export async function readPeople(db: Db, sets: ItemSets): Promise<BySet<string[]>> {
  const people = new BySet<string[]>([])
  for (const { key, assignee_ids } of await listPeople(db, sets)) people.set(key, assignee_ids)
  return people
}

/** A set to distribute: its project, and the days of its chart, if it has any. */
export interface Charted {
  key: string
  project_id: string
  days: { first: string; last: string; today: string } | null
}

export interface Distributions {
  distribution: Distribution
  estimate_distribution: EstimateDistribution
}

type Rows = [
  ...[Awaited<ReturnType<typeof sumByAssignee>>, Awaited<ReturnType<typeof sumByLabel>>],
  Awaited<ReturnType<typeof sumByDay>>,
]

/** By assignee, by label, and what remained day by day: four statements for all sets. */
export async function readDistributions(
  db: Db,
  sets: ItemSets,
  charted: readonly Charted[],
): Promise<BySet<Distributions>> {
  const all = new BySet<Distributions>({
    distribution: { assignees: [], labels: [], completion_chart: {} },
    estimate_distribution: {},
  })
  const numbers = await readNumbers(db, sets)
  const inPoints = await listProjectsWithPoints(
    db,
    charted.map(({ project_id }) => project_id),
  )
  const rows: Rows = [
    await sumByAssignee(db, sets),
    await sumByLabel(db, sets),
    await sumByDay(db, sets),
  ]
  for (const one of charted) {
    const own = ofSet(one.key, rows)
    const { total_issues, total_estimate_points } = numbers.of(one.key)
    all.set(one.key, {
      distribution: inItems(own, one, total_issues),
      estimate_distribution: inPoints.has(one.project_id)
        ? inEstimates(own, one, total_estimate_points)
        : {},
    })
  }
  return all
}

const ofSet = (key: string, [assignees, labels, days]: Rows): Rows => [
  assignees.filter((row) => row.key === key),
  labels.filter((row) => row.key === key),
  days.filter((row) => row.key === key),
]

function inItems([assignees, labels, done]: Rows, { days }: Charted, total: number): Distribution {
  const sums = done.map(({ day, items }) => ({ day, done: items }))
  return {
    assignees: assignees.map((row) => ({ ...person(row), ...issues(row) })),
    labels: labels.map((row) => ({ ...label(row), ...issues(row) })),
    completion_chart: days ? completionChart(total, sums, days) : {},
  }
}

function inEstimates([assignees, labels, done]: Rows, { days }: Charted, total: number) {
  const sums = done.map(({ day, points }) => ({ day, done: points }))
  return {
    assignees: assignees.map((row) => ({ ...person(row), ...estimates(row) })),
    labels: labels.map((row) => ({ ...label(row), ...estimates(row) })),
    completion_chart: days ? completionChart(total, sums, days) : {},
  }
}

type Person = Rows[0][number]
type Label = Rows[1][number]

const person = ({ assignee_id, display_name, first_name, last_name, avatar_url }: Person) => ({
  ...{ assignee_id, display_name, first_name, last_name, avatar_url },
})
const label = ({ label_id, label_name, color }: Label) => ({ label_id, label_name, color })
const issues = ({ total_issues, completed_issues, pending_issues }: Person | Label) => ({
  ...{ total_issues, completed_issues, pending_issues },
})
const estimates = ({
  total_estimates,
  completed_estimates,
  pending_estimates,
}: Person | Label) => ({
  ...{ total_estimates, completed_estimates, pending_estimates },
})

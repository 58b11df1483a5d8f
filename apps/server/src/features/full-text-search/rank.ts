import type { FullTextQuery, SearchFacets, SearchKind } from '@cairn/contract'
import { searchAges, searchKinds, searchStates } from '@cairn/contract'
import type { Meant } from './expand.ts'
import type { Readable } from './queries.ts'
import { markedName } from './terms.ts'
import { fold } from './words.ts'

/** A readable row with its score. */
export interface Ranked {
  row: Readable
  score: number
}

const IN_NAME = 3
const AS_NAME = 4
const IN_A_ROW = 2
const DAY = 86_400_000
/** Recent changes rank above equals; after months that has no effect. */
const freshness = (updated_at: string, now: number) =>
  0.5 * Math.exp(-Math.max(0, now - Date.parse(updated_at)) / (90 * DAY))

/** How well a row matches the query. */
export function score(
  { name, updated_at }: Readable,
  matched: ReadonlySet<string>,
  meant: readonly (readonly Meant[])[],
  typed: string,
  now: number,
): number {
  const sum = meant.reduce((all, words) => {
    const weights = words.map(({ word, weight }) =>
      matched.has(markedName(word)) ? IN_NAME * weight : matched.has(word) ? weight : 0,
    )
    return all + Math.max(0, ...weights)
  }, 0)
  const [title, question] = [fold(name), fold(typed)]
  const whole = title === question ? AS_NAME : title.includes(question) ? IN_A_ROW : 0
  return sum / Math.max(1, meant.length) + whole + freshness(updated_at, now)
}

export const sortBest = (one: Ranked, other: Ranked) =>
  other.score - one.score || sortNewest(one, other)
export const sortNewest = ({ row: one }: Ranked, { row: other }: Ranked) =>
  other.updated_at.localeCompare(one.updated_at) || one.id.localeCompare(other.id)

const ages = { week: 7, month: 31, year: 366 }
const isClosed = ({ state__group }: Readable) =>
  state__group === 'completed' || state__group === 'cancelled'

/** The selected facets of the results. */
export interface Choice extends Pick<FullTextQuery, 'kind' | 'state' | 'updated'> {
  projects: readonly string[]
}

const hasKind = ({ kind }: Choice, row: Readable) => kind === undefined || row.kind === kind
const isIn = ({ projects }: Choice, { project_id }: Readable) =>
  projects.length === 0 || (project_id !== null && projects.includes(project_id))
/** Only items have a state. */
const isInState = ({ state }: Choice, row: Readable) =>
  state === undefined ||
  ((row.kind === 'work_item' || row.kind === 'intake') &&
    (state === 'any' || isClosed(row) === (state === 'closed')))
const isAsNew = ({ updated }: Choice, { updated_at }: Readable, now: number) =>
  updated === undefined || now - Date.parse(updated_at) < ages[updated] * DAY

export const isChosen = (choice: Choice, row: Readable, now: number) =>
  hasKind(choice, row) && isIn(choice, row) && isInState(choice, row) && isAsNew(choice, row, now)

/** How many results there would be with another choice. */
export function countFacets(rows: readonly Readable[], choice: Choice, now: number): SearchFacets {
  const count = (other: Partial<Choice>, also: (row: Readable) => boolean = () => true) =>
    rows.filter((row) => also(row) && isChosen({ ...choice, ...other }, row, now)).length
  const kinds = searchKinds.map((kind: SearchKind) => ({ kind, count: count({ kind }) }))
  const projects = [...new Set(rows.flatMap(({ project_id }) => project_id ?? []))]
  return {
    kinds: kinds.filter((one) => one.count > 0 || one.kind === choice.kind),
    projects: projects
      .map((id) => ({ id, count: count({ projects: [id] }) }))
      .filter((one) => one.count > 0 || choice.projects.includes(one.id))
      .sort((one, other) => other.count - one.count || one.id.localeCompare(other.id)),
    states: {
      open: count({ state: searchStates[0] }),
      closed: count({ state: searchStates[1] }),
    },
    updated: {
      any: count({ updated: undefined }),
      week: count({ updated: searchAges[0] }),
      month: count({ updated: searchAges[1] }),
      year: count({ updated: searchAges[2] }),
    },
  }
}

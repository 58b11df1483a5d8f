import { type StateGroup, stateGroups } from '@cairn/contract'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { insertStates, listStates } from './queries.ts'

export { findDefaultState, findState } from './queries.ts'

/** What a new project starts with. Nobody picks the last: intake keeps its items there. */
const seeds = [
  { name: 'Backlog', color: '#60646C', sequence: 15000, group: 'backlog', default: true },
  { name: 'Todo', color: '#60646C', sequence: 25000, group: 'unstarted', default: false },
  { name: 'In Progress', color: '#F59E0B', sequence: 35000, group: 'started', default: false },
  { name: 'Done', color: '#46A758', sequence: 45000, group: 'completed', default: false },
  { name: 'Cancelled', color: '#9AA4BC', sequence: 55000, group: 'cancelled', default: false },
  { name: 'Triage', color: '#4E5355', sequence: 65000, group: 'triage', default: false },
] as const

interface Place {
  workspace_id: string
  project_id: string
  created_by: string
}

export const seedStates = (db: Db, place: Place) =>
  insertStates(
    db,
    seeds.map((seed) => ({ ...seed, ...place })),
  )

/** The first state of each group, for whoever fills a project by itself. */
export async function statesByGroup(db: Db, member: ProjectMember) {
  const states = await listStates(db, member)
  return Object.fromEntries(
    stateGroups.map((group) => [group, states.find((state) => state.group === group)?.id ?? '']),
  ) as Record<StateGroup, string>
}

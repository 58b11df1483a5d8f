import { DAY_MS } from '@cairn/calendar'
import type { Module, ModuleDetail, ModuleRow } from '@cairn/contract'
import {
  type Charted,
  itemsOfModules,
  type Numbers,
  readDistributions,
  readNumbers,
} from '#features/progress/service.ts'
import { recordVisit } from '#features/recent-visits/service.ts'
import type { Member, ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { listLinks } from './link-queries.ts'
import { findModule, listModules, listModulesOfWorkspace, readAround } from './queries.ts'

type Uncounted = ModuleRow & Pick<Module, 'is_favorite'>

export const moduleNotFound = () => notFound({ error: 'Module not found' })

function counted(module: Uncounted, numbers: Numbers): Module {
  const { backlog_estimate_points, unstarted_estimate_points, ...most } = numbers
  const { started_estimate_points, cancelled_estimate_points, ...shown } = most
  return { ...module, ...shown }
}

async function withCounts(
  db: Db,
  reader: Pick<ProjectMember, 'user_id' | 'sees_only_own'>,
  modules: Uncounted[],
): Promise<Module[]> {
  if (modules.length === 0) return []
  const ids = modules.map(({ id }) => id)
  const numbers = await readNumbers(db, itemsOfModules(reader, ids))
  return modules.map((module) => counted(module, numbers.of(module.id)))
}

export const listWithCounts = async (db: Db, member: ProjectMember, archived: boolean) =>
  withCounts(db, member, await listModules(db, member, { archived }))

/** In some projects all items are counted, in others only the reader's own. */
export async function listAcross(db: Db, member: Member): Promise<Module[]> {
  const rows = await listModulesOfWorkspace(db, member)
  const { user_id } = member
  const counts = new Map<string, Module>()
  for (const sees_only_own of [false, true]) {
    const theirs = rows.filter((row) => row.sees_only_own === sees_only_own)
    const plain = theirs.map(({ sees_only_own: _, ...module }) => module)
    for (const module of await withCounts(db, { user_id, sees_only_own }, plain)) {
      counts.set(module.id, module)
    }
  }
  return rows.flatMap(({ id }) => counts.get(id) ?? [])
}

export async function readOne(db: Db, member: ProjectMember, id: string): Promise<Module> {
  const module = await findModule(db, member, id)
  if (!module) throw moduleNotFound()
  const [one] = await withCounts(db, member, [module])
  if (!one) throw moduleNotFound()
  return one
}

/** A chart of more days would be useless and expensive. */
const MAX_CHART_DAYS = 3660
function chartOf(module: ModuleRow, today: string, total: number): Charted {
  const { id: key, project_id, start_date: first, target_date: last } = module
  const isChart =
    first && last && total > 0 && (Date.parse(last) - Date.parse(first)) / DAY_MS < MAX_CHART_DAYS
  return { key, project_id, days: isChart ? { first, last, today } : null }
}

async function readDetail(db: Db, member: ProjectMember, module: Uncounted): Promise<ModuleDetail> {
  const sets = itemsOfModules(member, [module.id])
  const numbers = (await readNumbers(db, sets)).of(module.id)
  const { sub_issues, today } = await readAround(db, member, module.id)
  const chart = chartOf(module, today, numbers.total_issues)
  const distributions = (await readDistributions(db, sets, [chart])).of(module.id)
  const link_module = await listLinks(db, member, module.id)
  return { ...module, ...numbers, ...distributions, link_module, sub_issues }
}

/** Opening a module records a visit. */
export async function openModule(db: Db, member: ProjectMember, id: string) {
  const module = await findModule(db, member, id)
  if (!module || module.archived_at) throw moduleNotFound()
  const { project_id } = member
  recordVisit(db, member, { entity_name: 'module', entity_identifier: module.id, project_id })
  return readDetail(db, member, module)
}

export async function openArchived(db: Db, member: ProjectMember, id: string) {
  const module = await findModule(db, member, id)
  if (!module?.archived_at) throw moduleNotFound()
  return readDetail(db, member, module)
}

import { cyclesApi, modulesApi, type WorkItem } from '@cairn/contract'
import { call } from '#data/api.ts'
import type { Plan } from '#entities/work-item/item-patch.ts'

type Planned = Pick<WorkItem, 'id' | 'project_id' | 'cycle_id' | 'module_ids'>

/** Separates an item's fields from its cycle and modules: they are sent to different endpoints. */
export function apart<Body extends Plan>({ cycle_id, module_ids, ...body }: Body) {
  return { body, plan: { cycle_id, module_ids: module_ids && [...module_ids] } }
}

async function moveToCycle(slug: string, item: Planned, cycle_id: string | null) {
  if (cycle_id === item.cycle_id) return
  const params = { slug, project_id: item.project_id }
  if (cycle_id) {
    const body = { issues: [item.id] }
    await call(cyclesApi.addItems, { params: { ...params, id: cycle_id }, body })
  } else if (item.cycle_id) {
    const from = { ...params, id: item.cycle_id, issue_id: item.id }
    await call(cyclesApi.removeItem, { params: from })
  }
}

async function changeModules(slug: string, item: Planned, ids: readonly string[]) {
  const modules = ids.filter((id) => !item.module_ids.includes(id))
  const removed_modules = item.module_ids.filter((id) => !ids.includes(id))
  if (modules.length + removed_modules.length === 0) return
  const params = { slug, project_id: item.project_id, id: item.id }
  await call(modulesApi.changeOfItem, { params, body: { modules, removed_modules } })
}

/** Adds an item to its cycle and modules, if given. */
export async function sendPlan(slug: string, item: Planned, { cycle_id, module_ids }: Plan) {
  if (cycle_id !== undefined) await moveToCycle(slug, item, cycle_id)
  if (module_ids) await changeModules(slug, item, module_ids)
}

import type { ProjectPatch, WorkItemType } from '@cairn/contract'
import type { Member } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { emitAll } from '#kernel/events/outbox.ts'
import {
  insertType,
  listChosenTypes,
  listTypesOfWorkspace,
  lockTypes,
  replaceChosenTypes,
} from '#product/project-type-queries.ts'
import { refusePk } from './readings.ts'

/** The types created when the first project of a workspace uses types. */
const firstTypes = [
  { name: 'Task', description: 'A piece of work to do.', icon: 'square-check', color: '#3d81d4' },
  {
    ...{ name: 'Bug', description: 'Something that doesn’t work as it should.' },
    ...{ icon: 'bug', color: '#ca5747' },
  },
  {
    ...{ name: 'Story', description: 'What someone wants to do, and why.' },
    ...{ icon: 'bookmark', color: '#659c43' },
  },
]

async function makeFirstTypes(tx: Tx, member: Member): Promise<WorkItemType[]> {
  const made: WorkItemType[] = []
  for (const [index, { icon: name, color, ...type }] of firstTypes.entries()) {
    const logo_props = JSON.stringify({ in_use: 'icon', icon: { name, color } })
    const sort_order = 65_535 + index * 10_000
    const is_default = index === 0
    made.push(await insertType(tx, member, { ...type, logo_props, sort_order, is_default }))
  }
  const { workspace_id } = member
  await emitAll(
    tx,
    made.map((work_item_type) => [
      { type: 'work_item_type.saved', work_item_type },
      { workspace_id },
    ]),
  )
  return made
}

type TypesPatch = Pick<ProjectPatch, 'is_issue_type_enabled' | 'type_ids' | 'default_type'>

/**
 * Which types a project uses. When types are enabled it gets all active ones of the workspace; a
 * workspace without any gets the first types.
 */
export async function chooseTypes(tx: Tx, member: Member, project_id: string, patch: TypesPatch) {
  const { is_issue_type_enabled, type_ids, default_type } = patch
  if (!is_issue_type_enabled && type_ids === undefined && default_type === undefined) return
  await lockTypes(tx, member)
  const chosen = await listChosenTypes(tx, member, project_id)
  const known = (await listTypesOfWorkspace(tx, member)).filter(({ is_epic }) => !is_epic)
  const isFirst = is_issue_type_enabled && chosen.length === 0 && type_ids === undefined
  const types = isFirst && known.length === 0 ? await makeFirstTypes(tx, member) : known
  const wanted = new Set(
    isFirst
      ? types.filter(({ is_active }) => is_active).map(({ id }) => id)
      : (type_ids?.map((id) => id.toLowerCase()) ?? chosen.map(({ type_id }) => type_id)),
  )
  const before = new Set(chosen.map(({ type_id }) => type_id))
  for (const id of wanted) {
    const isOffered = types.some((type) => type.id === id && (type.is_active || before.has(id)))
    if (!isOffered) throw refusePk('type_ids', id)
  }
  const asked = default_type?.toLowerCase()
  if (asked && !wanted.has(asked)) throw refusePk('default_type', asked)
  const former = chosen.find(({ type_id, is_default }) => is_default && wanted.has(type_id))
  const own = types.filter(({ id, is_active }) => is_active && wanted.has(id))
  const next = former?.type_id ?? (own.find(({ is_default }) => is_default) ?? own[0])?.id ?? null
  const standard = default_type === undefined ? next : (asked ?? null)
  await replaceChosenTypes(tx, project_id, [...wanted], standard)
}

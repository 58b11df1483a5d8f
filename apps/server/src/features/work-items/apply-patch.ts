import type { NewWorkItem, WorkItemPatch } from '@cairn/contract'
import { picturesIn, savePictures } from '#features/assets/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { type Activity, record } from './activities.ts'
import { continueDescription } from './activity-queries.ts'
import { describeChange } from './changes.ts'
import { emitSavedItems } from './emit.ts'
import {
  pickEstimatePoint,
  pickState,
  pickType,
  readBinary,
  readHtml,
  readName,
  refuseReversedDates,
} from './fields.ts'
import { subscribe } from './follower-queries.ts'
import { mentionsIn, saveMentions } from './followers.ts'
import { resolveParent } from './parents.ts'
import { type PeopleAndLabels, resolveAssignees, resolveLabels } from './people-and-labels.ts'
import { resolveValues, saveValues } from './property-values.ts'
import {
  findLastInState,
  type Locked,
  replaceAssignees,
  replaceLabels,
  updateWorkItem,
  type WorkItemChange,
} from './queries.ts'
import { saveVersion } from './version-queries.ts'

/** Extra fields that API clients may set on an item. */
export interface ExternalRef {
  point?: number | null
  /** For imported items: the author and the time. */
  author_id?: string | undefined
  made_at?: string | undefined
}

/** Resolves the ids in a create or change request. */
export async function findReferences(
  tx: Tx,
  member: ProjectMember,
  wanted: Pick<NewWorkItem, 'parent_id' | 'estimate_point' | 'type_id'>,
  child?: { id: string; is_epic: boolean; type_id: string | null },
) {
  const { parent_id, estimate_point, type_id } = wanted
  return {
    point: estimate_point ? await pickEstimatePoint(tx, member, estimate_point) : undefined,
    type:
      type_id && !child?.is_epic ? await pickType(tx, member, type_id, child?.type_id) : undefined,
    parent: parent_id ? await resolveParent(tx, member, parent_id, child) : undefined,
  }
}

/** The description in the sent formats, as the server stores them. */
export const readContent = ({
  description_html,
  description,
  description_binary,
}: Pick<NewWorkItem, 'description_html' | 'description' | 'description_binary'>) => ({
  ...(description_html !== undefined && readHtml(description_html)),
  ...(description !== undefined && { description: JSON.stringify(description) }),
  ...(description_binary !== undefined && { description_binary: readBinary(description_binary) }),
})

export const toId = ({ id }: { id: string }) => id

/** `completed_at` follows the group: set on entering, cleared on leaving, kept in between. */
function completion(locked: Locked, to: string): Pick<WorkItemChange, 'completed_at'> {
  const was = locked.state__group === 'completed'
  if (!was && to === 'completed') return { completed_at: locked.moment }
  return was && to !== 'completed' ? { completed_at: null } : {}
}

/** Whether only the text's version must be saved. */
export const isPlainText = (html: string) =>
  mentionsIn(html).length === 0 && picturesIn(html).length === 0

/** Saves what depends on a text: mentions, pictures and its version. */
export async function saveText(
  tx: Tx,
  member: ProjectMember,
  id: string,
  html: { before: string; after: string },
) {
  await saveMentions(tx, member, id, html)
  await savePictures(tx, member, { work_item_id: id, project_id: member.project_id }, html)
  await saveVersion(tx, member, id)
}

/** Changes a locked item, with its history, subscribers and event. */
export async function applyPatch(
  tx: Tx,
  member: ProjectMember,
  locked: Locked,
  patch: WorkItemPatch & Pick<ExternalRef, 'point'>,
  rules: { asksRequired?: boolean } = {},
): Promise<void> {
  const { id } = locked
  refuseReversedDates(
    patch.start_date === undefined ? locked.start_date : patch.start_date,
    patch.target_date === undefined ? locked.target_date : patch.target_date,
  )
  const { state_id, label_ids, assignee_ids, name, type_id, ...others } = patch
  const { property_values, property_mapping, ...rest } = others
  const { description_html, description, description_binary, ...plain } = rest
  const state = state_id === undefined ? undefined : await pickState(tx, member, state_id)
  const named = await findReferences(tx, member, patch, locked)
  const content = readContent(patch)
  const change: WorkItemChange = {
    ...plain,
    ...content,
    ...(name !== undefined && { name: readName(name) }),
    ...(type_id !== undefined && !locked.is_epic && { type_id: named.type?.id ?? null }),
    ...(state && { state_id: state.id, ...completion(locked, state.group) }),
    // Accepted from intake, it is placed after the others of its state.
    ...(state &&
      locked.state__group === 'triage' && {
        in_triage: false,
        sort_order: await findLastInState(tx, member, state.id, locked.sort_order),
      }),
  }
  const sets: PeopleAndLabels = {
    people: assignee_ids && (await resolveAssignees(tx, member, assignee_ids)),
    labels: label_ids && (await resolveLabels(tx, member, label_ids)),
  }
  const wanted = { property_values, property_mapping, type_id: change.type_id }
  const values = (await resolveValues(tx, member, [locked], wanted, rules)).get(id)
  await updateWorkItem(tx, member, locked, change)
  await saveValues(tx, member, [values])
  if (sets.people) await replaceAssignees(tx, id, sets.people.map(toId))
  if (sets.labels) await replaceLabels(tx, id, sets.labels.map(toId))
  const applied = { change, state, sets, ...named }
  const described = await describeChange(tx, member, locked, applied)
  await recordChange(tx, member, locked, [...described, ...(values?.activities ?? [])])
  const html = change.description_html
  if (html !== undefined && html !== locked.description_html) {
    await saveText(tx, member, id, { before: locked.description_html, after: html })
  }
  const fresh = sets.people?.map(toId).filter((one) => !locked.assigned_ids.includes(one)) ?? []
  await subscribe(tx, member, id, locked.is_followed ? fresh : [member.user_id, ...fresh])
  await emitSavedItems(tx, member, [id])
}

async function recordChange(tx: Tx, member: ProjectMember, locked: Locked, rows: Activity[]) {
  const text = rows.find(({ field }) => field === 'description')
  const goesOn = text && (await continueDescription(tx, member, locked.id, text.new_value ?? ''))
  await record(tx, member, locked.id, goesOn ? rows.filter((row) => row !== text) : rows)
}

import { intakeStatuses, toPage } from '@cairn/contract'
import type {
  IntakeEditsV1,
  IntakeItemPatchV1,
  IntakeQueryV1,
  NewIntakeItemV1,
  ShapeQuery,
} from '@cairn/contract/v1'
import { changeIntakeItem, createIntakeItem, removeIntakeItem } from '#features/intake/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest, forbidden, gateClosed, notFound } from '#kernel/http/errors.ts'
import { sliceOf } from '#kernel/http/slices.ts'
import { answerPage } from '../../kit/answer-page.ts'
import { by, byEach, byNullable, readOrder } from '../../kit/ordering-queries.ts'
import { inOtherWords, underOtherNames } from '../../kit/other-words.ts'
import { presentOne } from '../../kit/shaping.ts'
import { type Entry, findEntry, listEntries, listReported, usesIntake } from './queries.ts'

const orders = {
  ...byEach('n', ['created_at', 'updated_at', 'status', 'source', 'id']),
  issue: by('n.work_item_id'),
  snoozed_till: byNullable('n.snoozed_till'),
}

/** Adds the reported items. */
async function withDetails(db: Db, member: ProjectMember, entries: readonly Entry[]) {
  if (entries.length === 0) return []
  const reported = await listReported(
    db,
    member,
    entries.map(({ issue }) => issue),
  )
  return entries.flatMap((entry) => {
    const issue_detail = reported.get(entry.issue)
    return issue_detail ? { ...entry, issue_detail } : []
  })
}

function readStatuses(text: string | undefined) {
  if (!text) return null
  const asked = text.split(',').map((one) => one.trim())
  const known = asked.map((one) => intakeStatuses.find((status) => String(status) === one))
  const wrong = known.indexOf(undefined)
  if (wrong >= 0) throw badRequest({ status: [`"${asked[wrong]}" is not a valid choice.`] })
  return known.flatMap((status) => status ?? [])
}

/** Newest first; none while intake is disabled. */
export async function readEntries(db: Db, member: ProjectMember, query: IntakeQueryV1) {
  const order = readOrder('n', query.order_by, '-created_at', orders)
  const statuses = readStatuses(query.status)
  if (!(await usesIntake(db, member))) {
    return toPage(sliceOf(query), { results: [], count: 0, total: 0 })
  }
  return answerPage(db, member, query, async (slice) => {
    const { rows, total } = await listEntries(db, member, statuses, order, slice)
    return { rows: await withDetails(db, member, rows), total }
  })
}

async function entryOf(db: Db, member: ProjectMember, id: string) {
  const entry = await findEntry(db, member, id)
  const [whole] = await withDetails(db, member, entry ? [entry] : [])
  if (!whole) throw notFound()
  return whole
}

export const readEntry = async (db: Db, member: ProjectMember, id: string, query: ShapeQuery) =>
  presentOne(db, member, query, await entryOf(db, member, id))

const switchedOff = () =>
  badRequest({
    error: "Intake is not enabled for this project enable it through the project's api",
  })

export async function addEntry(
  db: Db,
  member: ProjectMember,
  { issue = {}, ...external }: NewIntakeItemV1,
) {
  if (!(await usesIntake(db, member))) throw switchedOff()
  const { issue: made } = await createIntakeItem(db, member, { issue }, external)
  return entryOf(db, member, made.id)
}

/** Renames fields to the application's names. */
const inAppNames = ({ state, assignees, labels, ...rest }: IntakeEditsV1) => ({
  ...rest,
  ...(state && { state_id: state }),
  ...(assignees && { assignee_ids: assignees }),
  ...(labels && { label_ids: labels }),
})
const withOwnNames = underOtherNames({
  ...{ state_id: 'state', assignee_ids: 'assignees', label_ids: 'labels' },
})

export async function editEntry(
  db: Db,
  member: ProjectMember,
  id: string,
  { issue, source, source_email, ...decision }: IntakeItemPatchV1,
) {
  const { issue: item } = await entryOf(db, member, id)
  const origin = { ...(source && { source }), ...(source_email !== undefined && { source_email }) }
  const patch = { ...decision, ...(issue && { issue: inAppNames(issue) }) }
  await changeIntakeItem(db, member, item, patch, origin, { mayBeDecided: true })
    .catch(
      inOtherWords({
        'You cannot edit intake issues': badRequest({ error: 'You cannot edit intake work items' }),
        "You don't have the required permissions.": gateClosed(),
      }),
    )
    .catch(withOwnNames)
  return entryOf(db, member, item)
}

export async function deleteEntry(db: Db, member: ProjectMember, id: string) {
  const { issue } = await entryOf(db, member, id)
  const error = 'Only admin or creator can delete the work item'
  await removeIntakeItem(db, member, issue).catch(
    inOtherWords({ "You don't have the required permissions.": forbidden({ error }) }),
  )
}

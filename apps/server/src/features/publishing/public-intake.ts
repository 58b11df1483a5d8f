import type { NewPublicRequest, PublicRequest, PublicRequestPatch } from '@cairn/contract'
import { changeIntakeItem, createIntakeItem, removeIntakeItem } from '#features/intake/service.ts'
import { findRows } from '#features/work-items/service.ts'
import { badRequest, notFound } from '#kernel/http/errors.ts'
import { rememberVisitor } from './public-board.ts'
import type { Visit } from './public-discussion.ts'
import { findRequest, listRequests, type RequestRow } from './public-queries.ts'

/** The intake the board accepts requests for. */
function openIntake({ board }: Visit, intake_id: string): string {
  if (!board.intake) throw badRequest({ error: 'Intake is not enabled for this Project Board' })
  if (board.intake !== intake_id) throw notFound()
  return intake_id
}

async function complete(
  { db, reader }: Visit,
  rows: readonly RequestRow[],
): Promise<PublicRequest[]> {
  const ids = rows.map(({ work_item_id }) => work_item_id)
  const items = new Map((await findRows(db, reader, ids)).map((item) => [item.id, item]))
  return rows.flatMap(({ work_item_id, ...row }) => {
    const item = items.get(work_item_id)
    if (!item) return []
    const { id, status, duplicate_to, snoozed_till, source, ...about } = row
    const issue_intake = [{ id, status, duplicate_to, snoozed_till, source }]
    return [{ ...item, ...about, issue_intake }]
  })
}

export async function readRequests(visit: Visit, intake_id: string) {
  const intake = openIntake(visit, intake_id)
  return complete(visit, await listRequests(visit.db, visit.reader, intake))
}

interface Address {
  intake_id: string
  id: string
}

export async function readRequest(visit: Visit, { intake_id, id }: Address) {
  const intake = openIntake(visit, intake_id)
  const [request] = await complete(visit, await listRequests(visit.db, visit.reader, intake, id))
  if (!request) throw notFound()
  return request
}

/** Assignees, dates and labels are left to the project. */
export async function submitRequest(visit: Visit, intake_id: string, { issue }: NewPublicRequest) {
  openIntake(visit, intake_id)
  const { db, reader } = visit
  const { name, description, description_html, priority = 'low' } = issue ?? {}
  const { id } = await createIntakeItem(db, reader, {
    issue: {
      ...{ name: name ?? null, priority },
      ...(description !== undefined && { description }),
      ...(description_html !== undefined && { description_html }),
    },
  })
  await rememberVisitor(db, reader)
  return readRequest(visit, { intake_id, id })
}

async function openOwn(visit: Visit, { intake_id, id }: Address, error: string) {
  const intake = openIntake(visit, intake_id)
  const found = await findRequest(visit.db, visit.reader, intake, id)
  if (!found) throw notFound()
  if (found.author !== visit.reader.user_id) throw badRequest({ error })
  return found.work_item_id
}

export async function changeRequest(
  visit: Visit,
  address: Address,
  { issue = {} }: PublicRequestPatch,
) {
  const id = await openOwn(visit, address, 'You cannot edit intake issues')
  const { name, ...words } = issue
  const edits = { ...words, ...(typeof name === 'string' && { name }) }
  await changeIntakeItem(visit.db, visit.reader, id, { issue: edits })
  return readRequest(visit, address)
}

export async function removeRequest(visit: Visit, address: Address) {
  const id = await openOwn(visit, address, 'You cannot delete intake issue')
  await removeIntakeItem(visit.db, visit.reader, id)
}

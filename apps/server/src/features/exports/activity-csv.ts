import { toCsv } from '@cairn/contract'
import { addDays, isDay, startOfDay } from '@cairn/work-item-query'
import { readColleague } from '#features/member-profiles/service.ts'
import { listLines } from '#features/own-activities/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { badRequest } from '#kernel/http/errors.ts'

const MOST_ROWS = 10_000

const header = [
  ...['Actor name', 'Issue ID', 'Project', 'Created at', 'Updated at'],
  ...['Action', 'Field', 'Old value', 'New value'],
]

/** What somebody did on one day, as the reader's calendar has it, where the reader may see it. */
export async function activityCsv(
  db: Db,
  member: Member,
  actor_id: string,
  day: string | null | undefined,
): Promise<string> {
  if (!day) throw badRequest({ error: 'Date is required' })
  const next = isDay(day) ? addDays(day, 1) : undefined
  if (!next) {
    const sentence = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'
    throw badRequest({ date: [sentence] })
  }
  await readColleague(db, member, actor_id)
  const { user_id: reader_id, workspace_id, user_timezone } = member
  const from = startOfDay(day, user_timezone)
  const to = startOfDay(next, user_timezone)
  const lines = await listLines(
    db,
    { actor_id, reader_id, workspace_id },
    { from, to, most: MOST_ROWS },
  )
  const rows = lines.map((line) => [
    line.actor,
    line.sequence_id === null ? '' : `${line.identifier} - ${line.sequence_id}`,
    ...[line.project, line.created_at, line.created_at, line.verb],
    ...[line.field ?? '', line.old_value ?? '', line.new_value ?? ''],
  ])
  return toCsv([header, ...rows])
}

import { type Dimension, toCsv } from '@cairn/contract'
import { languageOf, letterIn } from '#features/account/service.ts'
import type { Member } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { type Asked, type Distributed, distribute, readAxes, readDetails } from './older.ts'
import type { Cell } from './queries.ts'
import { paramsIn } from './saved.ts'

const titles: Record<Dimension, string> = {
  state_id: 'State',
  state__group: 'State Group',
  labels__id: 'Label',
  assignees__id: 'Assignee Name',
  estimate_point__value: 'Estimate',
  issue_cycle__cycle_id: 'Cycle',
  issue_module__module_id: 'Module',
  priority: 'Priority',
  start_date: 'Start Date',
  target_date: 'Due Date',
  created_at: 'Created At',
  completed_at: 'Completed At',
}
const metrics = { issue_count: 'Issue Count', estimate: 'Estimate' }

/** The column that holds a dimension's names, where its values are ids. */
const nameColumns: Partial<Record<Dimension, string>> = {
  state_id: 'state__name',
  labels__id: 'labels__name',
  assignees__id: 'assignees__display_name',
  issue_cycle__cycle_id: 'issue_cycle__cycle__name',
  issue_module__module_id: 'issue_module__module__name',
}

type Details = Awaited<ReturnType<typeof readDetails>>

function namesOf(dimension: Dimension, details: Details): (key: string | null) => string {
  const column = nameColumns[dimension]
  const names = new Map(
    (details.get(dimension) ?? []).map((row) => [row[dimension] ?? '', row[column ?? ''] ?? '']),
  )
  return (key) => (key === null ? 'None' : (names.get(key) ?? key))
}

const sumOf = (cells: readonly Cell[]) => cells.reduce((sum, { value }) => sum + (value ?? 0), 0)

/** One line per value of the axis: its sum, then one column per segment. */
function rowsOf({ cells }: Distributed, { x, y, segment }: Asked, details: Details) {
  const nameOf = namesOf(x, details)
  const segmentName = segment ? namesOf(segment, details) : () => ''
  const found = new Set(segment ? cells.map(({ group_key }) => group_key) : [])
  const segments = [...found].toSorted((a, b) => Number(a === null) - Number(b === null))
  const lines = Map.groupBy(cells, ({ key }) => key)
  const header = [titles[x], metrics[y], ...segments.map(segmentName)]
  return [
    header,
    ...[...lines].map(([key, ofIt]) => [
      ...[nameOf(key), sumOf(ofIt)],
      ...segments.map((one) => sumOf(ofIt.filter(({ group_key }) => group_key === one))),
    ]),
  ]
}

/** Mails the current numbers to the user who requested them. */
export async function mailChart(db: Db, member: Member, body: Record<string, unknown>) {
  const asked = readAxes(body)
  const distributed = await distribute(db, member, asked, paramsIn(body))
  const details = await readDetails(db, member, asked, distributed.cells)
  const content = toCsv(rowsOf(distributed, asked, details))
  const mail = letterIn(member.email, await languageOf(db, member.email), {
    en: {
      subject: 'Your export is ready',
      paragraphs: [`The numbers you exported from ${member.slug} are attached as a CSV file.`],
    },
    de: {
      subject: 'Dein Export ist fertig',
      paragraphs: [
        `Die Zahlen, die du aus ${member.slug} exportiert hast, hängen als CSV-Datei an.`,
      ],
    },
  })
  const attachments = [{ filename: `${member.slug}-analytics.csv`, content }]
  const { user_id: recipient_id, workspace_id } = member
  await queueMail(db, { ...mail, attachments }, { recipient_id, workspace_id })
  return { message: `Once the export is ready it will be emailed to you at ${member.email}` }
}

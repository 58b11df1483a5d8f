import { lookup } from '@cairn/contract'
import type { ExportedItem } from './item-queries.ts'

const day = (text: string | null) => (text ? new Date(text).toUTCString().slice(0, 16) : '')
const moment = (text: string | null) =>
  text ? new Date(text).toUTCString().replace('GMT', 'UTC+0000') : ''

/** Where JSON can hold more than a cell, its JSON value. */
export interface Column {
  name: string
  cell: (item: ExportedItem) => string | number
  json?: { name?: string; value: (item: ExportedItem) => unknown }
}

const columns: readonly Column[] = [
  { name: 'ID', cell: ({ key }) => key },
  { name: 'Project', cell: ({ project }) => project },
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Description', cell: ({ description }) => description ?? '' },
  { name: 'State', cell: ({ state }) => state },
  { name: 'Start Date', cell: ({ start_date }) => day(start_date) },
  { name: 'Target Date', cell: ({ target_date }) => day(target_date) },
  { name: 'Priority', cell: ({ priority }) => priority },
  { name: 'Created By', cell: ({ created_by }) => created_by ?? '' },
  {
    name: 'Labels',
    cell: ({ labels }) => labels.join(', '),
    json: { value: ({ labels }) => labels },
  },
  { name: 'Cycle Name', cell: ({ cycle }) => cycle ?? '' },
  { name: 'Cycle Start Date', cell: ({ cycle_start }) => day(cycle_start) },
  { name: 'Cycle End Date', cell: ({ cycle_end }) => day(cycle_end) },
  {
    name: 'Module Name',
    cell: ({ modules }) => modules.join(', '),
    json: { value: ({ modules }) => modules },
  },
  { name: 'Created At', cell: ({ created_at }) => moment(created_at) },
  { name: 'Updated At', cell: ({ updated_at }) => moment(updated_at) },
  { name: 'Completed At', cell: ({ completed_at }) => moment(completed_at) },
  { name: 'Archived At', cell: ({ archived_at }) => day(archived_at) },
  {
    name: 'Comments',
    cell: ({ comments }) =>
      comments.map(({ text, at, by }) => `${text} (${moment(at)} by ${by})`).join(', '),
    json: {
      value: ({ comments }) =>
        comments.map(({ text, at, by }) => ({
          comment: text,
          created_at: moment(at),
          created_by: by,
        })),
    },
  },
  { name: 'Estimate', cell: ({ estimate }) => estimate ?? '' },
  { name: 'Link', cell: ({ links }) => links.join(', '), json: { value: ({ links }) => links } },
  {
    name: 'Assignees',
    cell: ({ assignees }) => assignees.join(', '),
    json: { name: 'Assignee', value: ({ assignees }) => assignees },
  },
  { name: 'Subscribers Count', cell: ({ subscriber_count }) => subscriber_count },
  { name: 'Attachment Count', cell: ({ attachments }) => attachments.length },
  {
    name: 'Attachment Links',
    cell: ({ attachments }) => attachments.join(', '),
    json: { value: ({ attachments }) => attachments },
  },
]

/** Only where a project tracks time: programs know the others by heart. */
const timeSpent: Column = { name: 'Time Spent (Minutes)', cell: ({ time_spent }) => time_spent }

/** Properties of the same name, of different types, share a column. */
function propertyColumns(names: readonly string[]): Column[] {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  return names.map((name) => {
    const key = name.toLowerCase()
    return {
      name: taken.has(key) ? `${name} (Property)` : name,
      cell: ({ properties }) => lookup(properties, key) ?? '',
    }
  })
}

interface Uses {
  tracksTime: boolean
  propertyNames: readonly string[]
}

/** The columns of an exported item. */
export const columnsOf = ({ tracksTime, propertyNames }: Uses) => [
  ...columns,
  ...(tracksTime ? [timeSpent] : []),
  ...propertyColumns(propertyNames),
]

export const headerOf = (of: readonly Column[]) => of.map(({ name }) => name)

export const toCells = (of: readonly Column[], item: ExportedItem) =>
  of.map(({ cell }) => cell(item))

export const toObject = (of: readonly Column[], item: ExportedItem) =>
  Object.fromEntries(
    of.map(({ name, cell, json }) => [json?.name ?? name, json ? json.value(item) : cell(item)]),
  )

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Source } from '../answer-list.ts'
import { nameKey } from '../list-query.ts'
import { slicesByWindow } from '../slices-by-window.ts'
import { raw, render, sql } from '../sql.ts'
import { sqlite, sqliteTables } from '../sqlite.ts'
import type { Item, World } from './world.ts'

const priorityProxy = { none: 0, low: 1, medium: 2, high: 3, urgent: 4 }

/** The world as stored in the browser's cache. */
export function sqliteWorld(world: World): Source {
  const database = new DatabaseSync(':memory:')
  database.function('name_key', { deterministic: true }, (name) =>
    name === null ? null : nameKey(String(name)),
  )
  database.exec(sqliteTables)
  const put = (table: string, row: Record<string, SQLInputValue>) => {
    const columns = Object.keys(row).map((column) => `"${column}"`)
    const marks = columns.map(() => '?').join(', ')
    const statement = database.prepare(`insert into ${table} (${columns}) values (${marks})`)
    statement.run(...Object.values(row))
  }
  const { project_id } = world
  for (const { id, name, group } of world.states) put('states', { id, name, group, project_id })
  for (const { id, name } of world.labels) put('labels', { id, name, project_id })
  for (const { id, name } of world.modules) put('modules', { id, name, project_id })
  for (const { id, name } of world.cycles) put('cycles', { id, name, project_id })
  for (const { id, name } of world.people) put('members', { id, first_name: name })
  for (const { id, name } of world.types) put('types', { id, name })
  for (const { id, key } of world.points) put('estimate_points', { id, key, value: String(key) })
  for (const item of world.items) putItem(world, item, put)
  return {
    place: { dialect: sqlite, base: sql`i.project_id = ${project_id}`, columns: raw('i.id as id') },
    slices: slicesByWindow,
    run: async <Row>(statement: Parameters<Source['run']>[0]) => {
      const { text, values } = render(statement, sqlite.placeholder)
      return database.prepare(text).all(...(values as SQLInputValue[])) as Row[]
    },
    groupsOf: async (key) => {
      if (key === 'state_id') return world.states.map(({ id }) => id)
      if (key === 'cycle_id') return world.cycles.map(({ id }) => id)
      return key === 'project_id' ? [project_id] : []
    },
  }
}

type Put = (table: string, row: Record<string, SQLInputValue>) => void

function putItem(world: World, item: Item, put: Put) {
  const { assignees, labels, modules, mentions, subscribers, former_states, values, ...row } = item
  put('issues', {
    ...row,
    property_values: JSON.stringify(values),
    project_id: world.project_id,
    priority_proxy: priorityProxy[item.priority],
  })
  const links = { assignee_ids: assignees, label_ids: labels, module_ids: modules }
  for (const [key, ids] of Object.entries(links)) {
    for (const value of ids) put('issue_meta', { issue_id: item.id, key, value })
  }
}

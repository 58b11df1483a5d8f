import { isPropertyField, type PublicItem, type PublicItemDetail } from '@cairn/contract'
import {
  and,
  type ListAnswer,
  type Params,
  sql as piece,
  postgres,
  raw,
} from '@cairn/work-item-query'
import {
  type Context,
  itemsOfProjects,
  itemsOfView,
  listItems,
  projectItems,
} from '#features/work-items/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import { notFound } from '#kernel/http/errors.ts'
import { allows, type Board, type Reader } from './public-board.ts'
import {
  findDescription,
  listProperties,
  listReactionsOn,
  listVotesOn,
  publicValues,
} from './public-queries.ts'

/** All public columns of an item but properties, from `work_items as i` and their `states as s`. */
const columns = raw(`
  i.id, i.name, i.state_id, s."group" as state__group, i.sort_order, i.estimate_point, i.priority,
  i.start_date, i.target_date, i.sequence_id, i.project_id, i.parent_id, i.cycle_id, i.created_by,
  array(
    select m.module_id from module_items m where m.work_item_id = i.id and m.is_live
    order by m.module_id
  ) as module_ids,
  array(
    select l.label_id from work_item_labels l where l.work_item_id = i.id order by l.label_id
  ) as label_ids,
  array(
    select a.user_id from work_item_assignees a where a.work_item_id = i.id and a.is_live
    order by a.user_id
  ) as assignee_ids`)

type Row = Omit<PublicItem, 'vote_items' | 'reaction_items'>

function itemsFor(db: Db, { filters, isAcross }: Board, reader: Reader): Context {
  if (isAcross) return itemsOfProjects(db, reader, filters ?? {})
  return filters ? itemsOfView(db, reader, { filters }) : projectItems(db, reader)
}

/** The items of a project or view, with the public columns. */
async function itemsOf(db: Db, board: Board, reader: Reader): Promise<Context> {
  const items = itemsFor(db, board, reader)
  const properties = board.own.length > 0 ? await listProperties(db, reader, board) : []
  const values = publicValues(reader, properties)
  const all = piece`${columns}, ${values} as property_values`
  return { ...items, rows: { dialect: postgres, columns: all } }
}

type Results = ListAnswer<Row>['results']

const rowsOf = (results: Results): Row[] =>
  Array.isArray(results)
    ? results
    : Object.values(results).flatMap((group) => rowsOf(group.results))

/** Adds votes and reactions, if the board allows them. */
async function addMarks(db: Db, board: Board, reader: Reader, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id)
  const read = ids.length > 0
  const votes = read && allows(board, 'votes') ? await listVotesOn(db, reader, ids) : []
  const reactions = read && allows(board, 'reactions') ? await listReactionsOn(db, reader, ids) : []
  const votesBy = Map.groupBy(votes, ({ work_item_id }) => work_item_id)
  const reactionsBy = Map.groupBy(reactions, ({ work_item_id }) => work_item_id)
  for (const row of rows) {
    const vote_items = (votesBy.get(row.id) ?? []).map(({ work_item_id, ...vote }) => vote)
    const reaction_items = (reactionsBy.get(row.id) ?? []).map(
      ({ work_item_id, ...reaction }) => reaction,
    )
    Object.assign(row, { vote_items, reaction_items })
  }
}

export async function listPublicItems(
  db: Db,
  board: Board,
  reader: Reader,
  params: Params,
): Promise<ListAnswer<PublicItem>> {
  // A query could ask for what a board does not show: descriptions, history, relations.
  const { pql, ...asked } = params
  // Nor may an order or groups tell the values of properties.
  const shown = Object.fromEntries(
    Object.entries(asked).filter(
      ([key, value]) =>
        !key.startsWith('property_') && !isPropertyField((value ?? '').replace(/^-/, '')),
    ),
  )
  const page = await listItems<Row>(db, reader, shown, await itemsOf(db, board, reader))
  await addMarks(db, board, reader, rowsOf(page.results))
  return page as ListAnswer<PublicItem>
}

/** An item of the board; archived, intake and filtered-out items are not found. */
export async function openPublicItem(db: Db, board: Board, reader: Reader, id: string) {
  const { base, rows, groupsOf } = await itemsOf(db, board, reader)
  const context = { base: and([base, piece`i.id = ${id}`]), groupsOf, ...(rows && { rows }) }
  const { results } = await listItems<Row>(db, reader, { per_page: '1' }, context)
  const [item] = rowsOf(results)
  if (!item) throw notFound()
  return item
}

export async function readPublicItem(
  db: Db,
  board: Board,
  reader: Reader,
  id: string,
): Promise<PublicItemDetail> {
  const item = await openPublicItem(db, board, reader, id)
  await addMarks(db, board, reader, [item])
  const description = await findDescription(db, reader, id)
  if (!description) throw notFound()
  return { ...(item as PublicItem), ...description, description_binary: null }
}

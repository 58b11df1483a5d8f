import type { DraftEvent, WorkItem, WorkItemEvent } from '@cairn/contract'
import { hashKey, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { projectsIn } from '#entities/project/hooks.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { cellIn, fromPage, groupOfCell, type LoadedItems } from './grouped-items.ts'
import { contextKey, type ListContext, readList } from './list-context.ts'
import { filterOfGroup, type GroupField, type ListParams } from './list-params.ts'
import { shapeOf } from './list-shape.ts'

/** Key prefix of the cached lists of one workspace, to find all that may contain an item. */
export const listsIn = (slug: string) => ['work-items', slug, 'list'] as const

/** Drafts have separate events. */
const queriesOf = ({ kind, slug }: ListContext) =>
  kind === 'drafts' ? (['drafts', slug, 'list'] as const) : listsIn(slug)

const isJoined = (slug: string) => (project_id: string) => {
  const projects = queryClient.getQueryData(projectsIn(slug).queryKey) ?? []
  return projects.some(({ id, member_role }) => id === project_id && member_role !== null)
}

const askedShape = (context: ListContext, params: ListParams) =>
  shapeOf(context, params, isJoined(context.slug))

export const listOf = (context: ListContext, params: ListParams) =>
  queryOptions({
    queryKey: [...queriesOf(context), contextKey(context), params] as const,
    queryFn: async ({ signal, client, queryKey }) => {
      const page = await readList(context, params, signal)
      const first = fromPage(askedShape(context, params), page)
      const before = client.getQueryData<LoadedItems>(queryKey)
      if (!before) return first
      const { asLongAs } = await import('./read-again.ts')
      return asLongAs(before, first, (cell, size, at) =>
        readCell(context, params, cell, { size, at, signal }),
      )
    },
  })

// Not needed to render the first rows; events before it is loaded cause the list to be read again.
let changes: typeof import('./item-changes.ts') | undefined
let membership: typeof import('./list-membership.ts') | undefined
let itemEventOf: ((event: DraftEvent) => WorkItemEvent) | undefined
const loadChanges = async () => {
  changes ??= await import('./item-changes.ts')
  membership ??= await import('./list-membership.ts')
  return changes
}

const isOfDraft = (event: WorkItemEvent | DraftEvent): event is DraftEvent =>
  event.type === 'draft.saved' || event.type === 'draft.removed'

function applyEvent(data: LoadedItems, event: WorkItemEvent | DraftEvent): LoadedItems {
  const itemEvent = isOfDraft(event) ? itemEventOf?.(event) : event
  return changes && itemEvent ? changes.applyToList(data, itemEvent) : { ...data, stale: true }
}

type ListKey = readonly [...ReturnType<typeof queriesOf>, string, ListParams]

/** The same items in the same groups, in another order or with other filters. */
const isAlike = ([, , , context, params]: ListKey, [, , , wanted, next]: ListKey) =>
  context === wanted &&
  params.group_by === next.group_by &&
  params.sub_group_by === next.sub_group_by

/** The cells with missing rows on the screen, and the last missing row of each. */
export type Gaps = ReadonlyMap<string, number>

const nothing: ListParams = {}

/**
 * A list, kept current by live events. After a change of `params` it shows those old rows that
 * match until the new ones are loaded, or else the old ones, except when the layout changes; an
 * earlier pending response is dropped. Without `asked` nothing is known yet, and nothing is
 * requested.
 */
export function useWorkItemList(
  context: ListContext,
  asked: ListParams | undefined,
  layout: string,
) {
  const params = asked ?? nothing
  const options = listOf(context, params)
  const hash = hashKey(options.queryKey)
  useLiveUpdates(options, applyEvent)
  const isOfDrafts = context.kind === 'drafts'
  useEffect(() => void afterFirstScreen().then(loadChanges), [])
  useEffect(() => {
    if (!isOfDrafts) return
    void import('./draft-list.ts').then(({ toItemEvent }) => {
      itemEventOf = toItemEvent
    })
  }, [isOfDrafts])
  const query = useQuery({
    ...options,
    enabled: asked !== undefined,
    meta: { layout },
    placeholderData: (before, beforeQuery) =>
      beforeQuery?.meta?.layout === layout && isAlike(beforeQuery.queryKey, options.queryKey)
        ? before && (membership?.narrowed(before, askedShape(context, params), hash) ?? before)
        : undefined,
  })
  const stale = !query.isPlaceholderData && (query.data?.stale ?? false)

  // Once for a burst of events; again if more arrived during the request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash names the query, its time the reading
  useEffect(() => {
    if (!stale) return
    const timer = setTimeout(() => void queryClient.invalidateQueries(options), 1_500)
    return () => clearTimeout(timer)
  }, [stale, hash, query.dataUpdatedAt])

  // Cancels requests for a list that is no longer shown.
  useEffect(() => () => readGaps(hash, new Map(), () => undefined), [hash])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash names context and params
  const read = useCallback(
    (gaps: Gaps) => readGaps(hash, gaps, (cell, index) => readMore(context, params, cell, index)),
    [hash],
  )
  return { ...query, read }
}

const reading = new Map<string, AbortController>()

/**
 * Loads cells with missing rows on the screen, and stops for those scrolled past. One request per
 * cell at a time.
 */
function readGaps(hash: string, gaps: Gaps, more: (cell: string, index: number) => void) {
  for (const [name, controller] of reading) {
    const [list, cell = ''] = name.split('\n')
    if (list !== hash || gaps.has(cell)) continue
    controller.abort()
    reading.delete(name)
  }
  for (const [cell, index] of gaps) more(cell, index)
}

/** The request for rows of one cell: flat, with the group as a filter. */
export function cellParams(params: ListParams, cell: string): ListParams {
  const { group_by, sub_group_by, ...rest } = params
  const [group, subGroup] = [groupOfCell(cell), cell.split('/')[1]]
  return {
    ...rest,
    ...(group_by && { [filterOfGroup(group_by as GroupField)]: group }),
    ...(sub_group_by && subGroup && { [filterOfGroup(sub_group_by as GroupField)]: subGroup }),
  }
}

interface Part {
  size: number
  /** The page index of that size, from 0. */
  at: number
  signal: AbortSignal
}

/** Rows of one cell as a flat page. */
async function readCell(
  context: ListContext,
  params: ListParams,
  cell: string,
  { size, at, signal }: Part,
) {
  const query = { ...cellParams(params, cell), per_page: String(size), cursor: `${size}:${at}:0` }
  const { results, total_count } = await readList(context, query, signal)
  const rows: WorkItem[] = Array.isArray(results) ? results : []
  return { results: rows, total_count }
}

async function readMore(context: ListContext, params: ListParams, cell: string, index: number) {
  const { queryKey } = listOf(context, params)
  const name = `${hashKey(queryKey)}\n${cell}`
  const data = queryClient.getQueryData(queryKey)
  const loaded = data ? cellIn(data, cell).items.length : 0
  if (reading.has(name) || index < loaded) return
  const controller = new AbortController()
  reading.set(name, controller)
  try {
    // Far ahead in big steps: dragging the scroll bar to the end needs few responses.
    const ahead = index - loaded
    const size = ahead >= 500 ? 1_000 : ahead >= 100 ? 250 : Number(params.per_page)
    const { signal } = controller
    const part = { size, at: Math.floor(loaded / size), signal }
    const page = await readCell(context, params, cell, part)
    const { addPage } = await loadChanges()
    queryLayers.happen<LoadedItems>(queryKey, (before) => addPage(before, cell, page))
  } catch {
    // The rows stay gray; scrolling to them again retries.
  } finally {
    if (reading.get(name) === controller) reading.delete(name)
  }
}

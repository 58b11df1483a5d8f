import type { WorkItem, WorkItemEvent } from '@cairn/contract'
import { hashKey, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { projectsIn } from '#entities/project/hooks.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { cellIn, fromPage, groupOfCell, type LoadedItems } from './grouped-items.ts'
import { contextKey, type ListContext, readList } from './list-context.ts'
import { type GroupField, groupFilters, type ListParams } from './list-params.ts'
import { shapeOf } from './list-shape.ts'

/** Lists of one workspace that are in the cache; those of items that show up in several are found by it. */
export const listsIn = (slug: string) => ['work-items', slug, 'list'] as const

const isJoined = (slug: string) => (project_id: string) => {
  const projects = queryClient.getQueryData(projectsIn(slug).queryKey) ?? []
  return projects.some(({ id, member_role }) => id === project_id && member_role !== null)
}

const askedShape = (context: ListContext, params: ListParams) =>
  shapeOf(context, params, isJoined(context.slug))

export const listOf = (context: ListContext, params: ListParams) =>
  queryOptions({
    queryKey: [...listsIn(context.slug), contextKey(context), params] as const,
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

// Not needed to draw the first rows; what happens before it is there makes the list be read again.
let changes: typeof import('./item-changes.ts') | undefined
let membership: typeof import('./list-membership.ts') | undefined
const loadChanges = async () => {
  changes ??= await import('./item-changes.ts')
  membership ??= await import('./list-membership.ts')
  return changes
}

const applyEvent = (data: LoadedItems, event: WorkItemEvent): LoadedItems =>
  changes ? changes.applyToList(data, event) : { ...data, stale: true }

type ListKey = readonly [...ReturnType<typeof listsIn>, string, ListParams]

/** The same items in the same groups, in another order or with other filters. */
const isAlike = ([, , , context, params]: ListKey, [, , , wanted, next]: ListKey) =>
  context === wanted &&
  params.group_by === next.group_by &&
  params.sub_group_by === next.sub_group_by

/** The cells whose rows are missing on the screen, and up to which row each. */
export type Gaps = ReadonlyMap<string, number>

const nothing: ListParams = {}

/**
 * A list, kept right by what happens elsewhere. A change of `params` shows what the old rows tell of the
 * new ones until those are there, or else the old ones, except where the layout changes; an earlier answer
 * still on its way is dropped. Without `asked` nothing is known yet, and nothing is read.
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
  useEffect(() => void afterFirstScreen().then(loadChanges), [])
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

  // Once for a burst of events, not once for each; again where more came while it was read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash names the query, its time the reading
  useEffect(() => {
    if (!stale) return
    const timer = setTimeout(() => void queryClient.invalidateQueries(options), 1_500)
    return () => clearTimeout(timer)
  }, [stale, hash, query.dataUpdatedAt])

  // What was being read for a list that is no longer shown would come for nothing.
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
 * Reads on in the cells whose rows are missing on the screen, and no longer in those that were passed.
 * One reading per cell at a time.
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
    ...(group_by && { [groupFilters[group_by as GroupField]]: group }),
    ...(sub_group_by && subGroup && { [groupFilters[sub_group_by as GroupField]]: subGroup }),
  }
}

interface Part {
  size: number
  /** Which part of that size, from 0. */
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
    // Far ahead in big steps: whoever drags the scroll bar to the end waits for few answers.
    const ahead = index - loaded
    const size = ahead >= 500 ? 1_000 : ahead >= 100 ? 250 : Number(params.per_page)
    const { signal } = controller
    const part = { size, at: Math.floor(loaded / size), signal }
    const page = await readCell(context, params, cell, part)
    const { addPage } = await loadChanges()
    queryLayers.happen<LoadedItems>(queryKey, (before) => addPage(before, cell, page))
  } catch {
    // The rows stay grey; scrolling to them again tries again.
  } finally {
    if (reading.get(name) === controller) reading.delete(name)
  }
}

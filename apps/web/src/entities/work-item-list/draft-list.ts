import {
  type Draft,
  type DraftEvent,
  draftsApi,
  type Page,
  type WorkItem,
  type WorkItemEvent,
  type WorkItemListQuery,
  type WorkItemResults,
} from '@cairn/contract'
import { call } from '#data/api.ts'

/** A draft as a list row. Missing values are empty. */
export type DraftItem = WorkItem & Pick<Draft, 'description_html'>

const toRow = (draft: Draft): DraftItem => ({
  ...draft,
  name: draft.name ?? '',
  project_id: draft.project_id ?? '',
  state_id: draft.state_id ?? '',
  // In no group that a list could ask for.
  state__group: draft.state__group ?? 'triage',
  sequence_id: 0,
  sub_issues_count: 0,
  attachment_count: 0,
  link_count: 0,
  archived_at: null,
  is_epic: false,
})

/** The draft of a row, to continue it in the dialog. */
export const toDraft = (item: DraftItem): Draft => ({
  ...item,
  name: item.name || null,
  project_id: item.project_id || null,
  state_id: item.state_id || null,
  state__group: item.state__group === 'triage' ? null : item.state__group,
})

interface Group<Results> {
  results: Results
  total_results: number
}

const mapped = <From, To>(groups: Record<string, Group<From>>, map: (results: From) => To) =>
  Object.fromEntries(
    Object.entries(groups).map(([id, { results, total_results }]) => [
      id,
      { results: map(results), total_results },
    ]),
  )

type Nested = Draft[] | Record<string, Group<Draft[]>>

const toRows = (drafts: Draft[]) => drafts.map(toRow)
const toGroup = (results: Nested) =>
  Array.isArray(results) ? toRows(results) : mapped(results, toRows)

/** A page of the user's drafts. */
export async function readDrafts(
  slug: string,
  asked: { query: WorkItemListQuery; signal: AbortSignal | undefined },
): Promise<Page<WorkItemResults>> {
  const page = await call(draftsApi.list, { params: { slug }, ...asked })
  const { results } = page
  if (Array.isArray(results)) return { ...page, results: toRows(results) }
  const groups = mapped<Nested, ReturnType<typeof toGroup>>(results, toGroup)
  return { ...page, results: groups as WorkItemResults }
}

/** Converts a draft event to an event of its row. */
export const toItemEvent = (event: DraftEvent): WorkItemEvent =>
  event.type === 'draft.saved'
    ? { type: 'work_item.saved', work_item: toRow(event.draft) }
    : { type: 'work_item.removed', id: event.id, project_id: '' }

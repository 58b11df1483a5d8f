import type { FoundItem, Page, WorkItem, WorkItemEvent, WorkItemResults } from '@cairn/contract'
import { ApiError } from './api.ts'

/** A list of a project's items, with the parameters of the server request. */
export interface ListQuestion {
  slug: string
  project_id: string
  cycle_id?: string
  module_id?: string
  params: Readonly<Record<string, string | undefined>>
}

/** Items of a project to choose from, by their name or number. */
export interface ItemQuestion {
  slug: string
  project_id: string
  text: string
}

export interface CopiedItem {
  item: WorkItem
  /** As a search of the server returns it. */
  found: FoundItem
}

/** A local change before, or without, an event of the server. Null: the item is removed. */
export type ItemNews =
  | { kind: 'change'; id: string; patch: Partial<WorkItem> | null }
  | { kind: 'confirm' | 'revert'; id: string }
  | { kind: 'event'; event: WorkItemEvent }

type Answer = Page<WorkItemResults>

/**
 * This browser's copy of work items. Undefined: ask the server. `anyway`: the server is
 * unreachable, and outdated data is better than none.
 */
export interface LocalCopy {
  ask: (question: ListQuestion, anyway?: boolean) => Promise<Answer | undefined>
  find: (question: ItemQuestion) => Promise<CopiedItem[] | undefined>
  notify: (slug: string, news: ItemNews) => void
}

let copy: LocalCopy | undefined
type Woken = Pick<ListQuestion, 'slug' | 'project_id'>

let wake: (question: Woken) => Promise<LocalCopy | undefined> = async () => undefined

/** Sets what starts a copy, after the first screen or when the server does not respond. */
export function onWake(begin: typeof wake) {
  wake = begin
}

export function setLocalCopy(next: LocalCopy | undefined) {
  copy = next
}

export const openCopy = () => copy

/** The copy, where the server does not respond. */
export const wakeCopy = (of: Woken) => wake(of)

const isUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** How long to wait for the server before using the copy. */
const PATIENCE_MS = 1_000

/** Uses the copy if it knows; else the server, and if that does not respond, the copy. */
export async function answerList(
  question: ListQuestion,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const known = await copy?.ask(question)
  if (known) return known
  const server = ask()
  try {
    return await Promise.any([server, whenLate(question, server)])
  } catch {
    return server
  }
}

async function whenLate(question: ListQuestion, server: Promise<Answer>): Promise<Answer> {
  const patience = new Promise<true>((resolve) => setTimeout(resolve, PATIENCE_MS, true))
  const isLate = await Promise.race([server.then(() => false, isUnreachable), patience])
  const cached = isLate ? await (await wake(question))?.ask(question, true) : undefined
  if (!cached) throw new Error('There is no copy of this list.')
  return cached
}

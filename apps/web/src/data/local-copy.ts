import type { Page, WorkItem, WorkItemEvent, WorkItemResults } from '@cairn/contract'
import { ApiError } from './api.ts'

/** A list of a project's items, as the server would be asked for it. */
export interface ListQuestion {
  slug: string
  project_id: string
  cycle_id?: string
  module_id?: string
  params: Readonly<Record<string, string | undefined>>
}

/** What happens here before, or without, the server telling of it. Null: the item goes. */
export type ItemNews =
  | { kind: 'change'; id: string; patch: Partial<WorkItem> | null }
  | { kind: 'confirm' | 'revert'; id: string }
  | { kind: 'event'; event: WorkItemEvent }

type Answer = Page<WorkItemResults>

/**
 * The copy of work items that this browser keeps. Undefined: the server is to be asked. `anyway`: it is
 * not to be had, and what was last known is better than nothing.
 */
export interface LocalCopy {
  ask: (question: ListQuestion, anyway?: boolean) => Promise<Answer | undefined>
  notify: (slug: string, news: ItemNews) => void
}

let copy: LocalCopy | undefined
let wake: (question: ListQuestion) => Promise<LocalCopy | undefined> = async () => undefined

/** Who can begin one, when the first screen stands or the server does not answer. */
export function onWake(begin: typeof wake) {
  wake = begin
}

export function setLocalCopy(next: LocalCopy | undefined) {
  copy = next
}

export const notifyCopy = (slug: string, news: ItemNews) => copy?.notify(slug, news)

/** Shows a change in the copy while it is sent, and takes it back where it is refused. */
export async function throughCopy<Result>(
  slug: string,
  { id, patch }: { id: string; patch: Partial<WorkItem> | null },
  send: () => Promise<Result>,
): Promise<Result> {
  notifyCopy(slug, { kind: 'change', id, patch })
  try {
    const result = await send()
    notifyCopy(slug, { kind: 'confirm', id })
    return result
  } catch (error) {
    notifyCopy(slug, { kind: 'revert', id })
    throw error
  }
}

const isUnreachable = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** So long the server is waited for before this browser looks what it has itself. */
const PATIENCE_MS = 1_000

/** From the copy where it knows; else from the server, and where that does not answer, from the copy. */
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

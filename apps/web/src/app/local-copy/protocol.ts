import type { LiveEvent } from '@cairn/contract'
import type { Asker, ProjectStatus, Question } from '@cairn/work-item-query/copy'
import type { ItemNews } from '#data/local-copy.ts'

/** Requests of a page to the only worker, which has the files open. */
export type CopyRequest =
  | { kind: 'list'; question: Question; asker: Asker; anyway: boolean }
  | { kind: 'find'; project_id: string; text: string; asker: Asker }
  | { kind: 'open'; project_id: string; asker: Asker }
  /** All projects of the workspace the user is in, and all their workspaces. */
  | { kind: 'joined'; askers: Readonly<Record<string, Asker>>; slugs: readonly string[] }
  | { kind: 'hear'; event: LiveEvent }
  /** Events were lost. */
  | { kind: 'missed' }
  /** Closes and removes everything. */
  | { kind: 'forget' }
  | Exclude<ItemNews, { kind: 'event' }>

export interface Letter {
  /** Where the reply is sent. */
  tab: string
  number: number
  slug: string
  user_id: string
  request: CopyRequest
}

export interface Reply {
  number: number
  answer: unknown
}

/** What the worker broadcasts to all pages. */
export type News =
  /** It has just started and knows of no open project. */
  | { kind: 'here' }
  | { kind: 'status'; slug: string; project_id: string; status: ProjectStatus }
  | { kind: 'changed'; slug: string; project_id: string }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; slug: string }

export const NEWS = 'cairn-copies news'
export const repliesTo = (tab: string) => `cairn-copies ${tab}`

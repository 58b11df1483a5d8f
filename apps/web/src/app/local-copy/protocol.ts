import type { LiveEvent } from '@cairn/contract'
import type { Asker, ProjectStatus, Question } from '@cairn/work-item-query/copy'
import type { ItemNews } from '#data/local-copy.ts'

/** What a page wishes of the one worker that has the files open. */
export type CopyRequest =
  | { kind: 'list'; question: Question; asker: Asker; anyway: boolean }
  | { kind: 'open'; project_id: string; asker: Asker }
  /** All projects of the workspace that somebody is in, and all their workspaces. */
  | { kind: 'joined'; askers: Readonly<Record<string, Asker>>; slugs: readonly string[] }
  | { kind: 'hear'; event: LiveEvent }
  /** Events were lost. */
  | { kind: 'missed' }
  /** Everything is to be closed and removed. */
  | { kind: 'forget' }
  | Exclude<ItemNews, { kind: 'event' }>

export interface Letter {
  /** Where the answer goes. */
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

/** What the worker tells all pages. */
export type News =
  /** It has just begun, and has heard of nothing. */
  | { kind: 'here' }
  | { kind: 'status'; slug: string; project_id: string; status: ProjectStatus }
  | { kind: 'changed'; slug: string; project_id: string }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; slug: string }

export const NEWS = 'cairn-copies news'
export const repliesTo = (tab: string) => `cairn-copies ${tab}`

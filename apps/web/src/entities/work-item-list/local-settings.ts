import { readStored, writeStored } from '#ui/platform/stored.ts'
import { contextKey, type ListContext } from './list-context.ts'
import type { StoredSettings } from './list-settings.ts'

/** Which groups and lanes are collapsed; the board and the list share it. */
export interface Folds {
  group_by: readonly string[]
  sub_group_by: readonly string[]
}

interface Entry {
  key: string
  workspaceSlug: string
  viewId: string
  userId: string
  filters: StoredSettings & { kanban_filters?: Partial<Folds> }
}

const storageKey = 'issue_local_filters'

function read(): Entry[] {
  const stored = readStored<unknown>(storageKey, [])
  return Array.isArray(stored) ? stored.filter((one): one is Entry => Boolean(one?.filters)) : []
}

const isOf = (context: ListContext, userId: string) => (entry: Entry) =>
  entry.key === context.kind &&
  entry.workspaceSlug === context.slug &&
  entry.viewId === contextKey(context) &&
  entry.userId === userId

/** A user's list settings stored in this browser. */
export const readLocal = (context: ListContext, userId: string): Entry['filters'] =>
  read().find(isOf(context, userId))?.filters ?? {}

// One entry per list and user; lists not viewed for long are removed first.
const MAX = 200

export function writeLocal(context: ListContext, userId: string, change: Entry['filters']) {
  const isOwn = isOf(context, userId)
  const entries = read()
  const others = entries.filter((entry) => !isOwn(entry)).slice(-MAX)
  const filters = { ...entries.find(isOwn)?.filters, ...change }
  const own: Entry = {
    key: context.kind,
    workspaceSlug: context.slug,
    viewId: contextKey(context),
    userId,
    filters,
  }
  writeStored(storageKey, [...others, own])
}

import { isUndecided, type OutboxEntry } from './outbox-state.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

// Cached: read often while a thousand entries are sent, and never changed.
const named = new WeakMap<OutboxEntry, readonly string[]>()

function idsIn(entry: OutboxEntry): readonly string[] {
  const known = named.get(entry)
  if (known) return known
  const text = JSON.stringify([entry.scope, entry.variables])
  const ids = [...new Set(text.match(uuid))]
  named.set(entry, ids)
  return ids
}

/** Keys an entry waits for: its line and the ids it contains. */
const keysOf = (entry: OutboxEntry) => [entry.line && `line ${entry.line}`, ...idsIn(entry)]

/**
 * Entries that may be sent at the same time, while `busy` ones are being sent: no earlier entry has
 * the same line or creates an entity they reference. A refused entry blocks its dependents.
 */
export function* freeToSend(
  entries: readonly OutboxEntry[],
  busy: ReadonlySet<string>,
): Generator<OutboxEntry, void> {
  const before = new Set<string | undefined>()
  for (const entry of entries) {
    const isFree = !isUndecided(entry) && !busy.has(entry.id)
    if (isFree && !keysOf(entry).some((key) => key && before.has(key))) yield entry
    // A conflict was sent: later entries have separate expectations.
    if (entry.conflict) continue
    if (entry.creates) before.add(entry.creates)
    if (entry.line && !entry.refusal) before.add(`line ${entry.line}`)
  }
}

/** Later entries that make no sense without this one: they reference the entity it creates. */
export function dependents(entries: readonly OutboxEntry[], of: OutboxEntry): OutboxEntry[] {
  const { creates } = of
  if (!creates) return []
  return entries.filter((entry) => entry.id !== of.id && idsIn(entry).includes(creates))
}

/**
 * Whether an earlier change must be sent first: of the same line, or one that creates a referenced
 * entity.
 */
export function follows(
  entries: readonly OutboxEntry[],
  line: string | undefined,
  variables: unknown,
): boolean {
  if (line !== undefined && entries.some((one) => one.line === line && !one.conflict)) return true
  const created = entries.flatMap(({ creates }) => creates ?? [])
  if (created.length === 0) return false
  const text = JSON.stringify(variables) ?? ''
  return created.some((id) => text.includes(id))
}

import { lookup } from '@cairn/contract'
import type { StoredEvent } from '#kernel/events/stream.ts'

interface Said {
  type: string
  id?: string
  [kind: string]: unknown
}

const isRemoval = ({ json }: StoredEvent) => json.includes('.removed"')

/**
 * Missed events without those a later event revoked: for a page that became private or a project
 * that became secret meanwhile only the removal is sent. Takes the events that reach the user.
 */
export function withoutRemoved(events: readonly StoredEvent[]): StoredEvent[] {
  if (!events.some(isRemoval)) return [...events]
  const gone = new Set<string>()
  const pending: StoredEvent[] = []
  for (const event of events.toReversed()) {
    const said = JSON.parse(event.json) as Said
    const [kind = '', action] = said.type.split('.')
    if (action === 'removed' && said.id) gone.add(`${kind} ${said.id}`)
    const thing = lookup(said, kind) as { id?: string } | undefined
    if (action !== 'saved' || !gone.has(`${kind} ${thing?.id}`)) pending.push(event)
  }
  return pending.toReversed()
}

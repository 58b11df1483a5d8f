const pending = new Map<string, Promise<unknown>>()
const leaving = Promise.withResolvers<void>()

/** Marks an entity as shown while its creation is not confirmed. */
export function whileCreating<Answer>(id: string, sent: Promise<Answer>): Promise<Answer> {
  pending.set(id, sent)
  const leave = () => {
    if (pending.get(id) === sent) pending.delete(id)
  }
  sent.then(leave, leave)
  return sent
}

/** Settles when the server has answered the creation, or at once where there is none. */
export const whenCreated = async (id: string): Promise<void> => {
  await pending.get(id)?.catch(() => undefined)
}

/** A request whose body contains the new id is the creation itself. */
function createdBy(body: unknown): unknown[] {
  const { id, issue } = Object(body) as { id?: unknown; issue?: unknown }
  return [id, (Object(issue) as { id?: unknown }).id]
}

/**
 * A request with the id of an entity that is still being created waits for it: sent at once it
 * could overtake the creation and be refused. If the creation fails, so does the request. Undefined
 * if there is nothing to wait for.
 */
export function afterCreates(url: string, body: unknown): Promise<unknown> | undefined {
  if (pending.size === 0) return undefined
  const own = createdBy(body)
  const text = url + (body === undefined ? '' : JSON.stringify(body))
  const named = [...pending].filter(([id]) => text.includes(id) && !own.includes(id))
  if (named.length === 0) return undefined
  return Promise.race([Promise.all(named.map(([, sent]) => sent)), leaving.promise])
}

// When the page is closed, waiting requests are sent at once: later is impossible.
globalThis.addEventListener?.('pagehide', () => leaving.resolve())

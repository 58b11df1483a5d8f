import type { Position } from '#kernel/events/stream.ts'

/** Events are stored this long; a client offline for longer reloads its lists. */
export const RETAINED_HOURS = 24

/** Opaque to the client: its position in the stream, and since when. */
export const writeCursor = ({ xid, id }: Position, at = Date.now()) =>
  `${xid}.${id}.${Math.floor(at / 1000)}`

export function readCursor(text: string | undefined, at = Date.now()): Position | undefined {
  const parts = /^(\d{1,20})\.(\d{1,19})\.(\d{1,12})$/.exec(text ?? '')
  if (!parts) return undefined
  const age = at / 1000 - Number(parts[3])
  if (age > RETAINED_HOURS * 3600 || age < -60) return undefined
  return { xid: parts[1] ?? '0', id: Number(parts[2]) }
}

export function isAfter(one: Position, other: Position): boolean {
  const [a, b] = [BigInt(one.xid), BigInt(other.xid)]
  return a > b || (a === b && one.id > other.id)
}

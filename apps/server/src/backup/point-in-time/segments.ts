/** Of 16 MB; their names count up within a timeline. */
const SEGMENT = /^[0-9A-F]{24}$/

/** The segments among the names of an archive's files, in order. */
export const segmentsAmong = (names: string[]): string[] =>
  names
    .flatMap((name) => (name.endsWith('.gz') ? [name.slice(0, -'.gz'.length)] : []))
    .filter((name) => SEGMENT.test(name))
    .toSorted()

const inHex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')

export function segmentAfter(name: string): string {
  const [timeline, log, segment] = [0, 8, 16].map((at) =>
    Number.parseInt(name.slice(at, at + 8), 16),
  )
  const next = (segment ?? 0) + 1
  const [nextLog, nextSegment] = next > 0xff ? [(log ?? 0) + 1, 0] : [log ?? 0, next]
  return [timeline ?? 0, nextLog, nextSegment].map(inHex).join('')
}

/** The last segment up to which none is missing, and the first one that is, if later ones exist. */
export function followSegments(names: string[], first: string) {
  const there = new Set(segmentsAmong(names))
  let last: string | undefined
  let next = first
  while (there.has(next)) {
    last = next
    next = segmentAfter(next)
  }
  const isGap = [...there].some((name) => name.slice(0, 8) === next.slice(0, 8) && name > next)
  return { last, missing: isGap ? next : undefined }
}

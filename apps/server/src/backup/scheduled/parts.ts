const MB = 1024 ** 2
const USUAL_BYTES = 64 * MB

/** What a bucket takes of one object: this many parts. */
const MAX_PARTS = 10_000

export interface Part {
  /** From 1. */
  number: number
  start: number
  /** The first byte that is not in it. */
  end: number
}

/** In whole megabytes, and as large as the size demands. */
export const partBytesFor = (size: number) =>
  Math.max(USUAL_BYTES, Math.ceil(size / MAX_PARTS / MB) * MB)

export function* partsOf(size: number, partBytes = partBytesFor(size)): Generator<Part> {
  for (let start = 0, number = 1; start < size; start += partBytes, number += 1) {
    yield { number, start, end: Math.min(start + partBytes, size) }
  }
}

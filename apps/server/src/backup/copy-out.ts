import { Readable } from 'node:stream'
import type { Connection, Submittable } from 'pg'

/** Types of messages in the frontend/backend protocol. */
const COPY_DATA = 'd'.charCodeAt(0)
/** May come before or between the rows. */
const skipped = new Set([...'HNSA'].map((type) => type.charCodeAt(0)))
const LENGTH = 4
/** The type, and the length of itself and what follows. */
const HEADER = 1 + LENGTH

type Listener = (bytes: Buffer) => void

/**
 * The output of a COPY … TO STDOUT. Each row is a message of its own, and the packages for it handle
 * each as several objects, which takes longer than everything else that a backup does with it.
 */
export class CopyOut extends Readable implements Submittable {
  /** Once it has ended. */
  rowCount = 0
  readonly #statement: string
  #handBack: (rest: Buffer) => void = () => {}
  #resume: () => void = () => {}
  /** The start of a header. */
  #rest: Buffer = Buffer.alloc(0)
  /** Bytes of the current row that are still to come. */
  #missing = 0

  constructor(statement: string) {
    super({ highWaterMark: 1024 * 1024 })
    this.#statement = statement
  }

  submit(connection: Connection) {
    const { stream } = connection
    const [usual] = stream.listeners('data') as Listener[]
    const listener = (bytes: Buffer) => {
      if (!this.#read(bytes)) stream.pause()
    }
    stream.off('data', usual!).on('data', listener)
    this.#resume = () => void stream.resume()
    this.#handBack = (rest) => {
      stream.off('data', listener).on('data', usual!).resume()
      this.#resume = () => {}
      usual!(rest)
    }
    connection.query(this.#statement)
  }

  override _read() {
    this.#resume()
  }

  /** Returns false when enough was read for now. */
  #read(came: Buffer): boolean {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, came]) : came
    const rows = Buffer.allocUnsafe(bytes.length)
    let filled = 0
    let at = 0
    while (at < bytes.length) {
      if (this.#missing > 0) {
        const end = Math.min(at + this.#missing, bytes.length)
        filled += bytes.copy(rows, filled, at, end)
        this.#missing -= end - at
        at = end
        continue
      }
      if (bytes.length - at < HEADER) break
      const length = bytes.readUInt32BE(at + 1)
      if (bytes[at] === COPY_DATA) {
        this.#missing = length - LENGTH
        at += HEADER
      } else if (skipped.has(bytes[at]!)) {
        if (bytes.length - at <= length) break
        at += 1 + length
      } else {
        // The end, or an error.
        if (filled > 0) this.push(rows.subarray(0, filled))
        this.#handBack(bytes.subarray(at))
        return true
      }
    }
    this.#rest = bytes.subarray(at)
    return filled === 0 || this.push(rows.subarray(0, filled))
  }

  handleCommandComplete({ text }: { text: string }) {
    this.rowCount = Number(/^COPY (\d+)$/.exec(text)?.[1])
  }

  handleReadyForQuery() {
    this.push(null)
  }

  handleError(error: Error) {
    this.destroy(error)
  }
}

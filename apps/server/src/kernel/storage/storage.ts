import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface StoredFile {
  size: number
  modifiedAt: Date
}

/** What a browser brought to a bucket, before it is ours. */
export interface Arrived {
  size: number
  type: string
  /** Its first bytes. */
  head: Buffer
}

/** Where a browser posts a file: every field of `fields`, then the file itself as `file`. */
interface UploadTarget {
  /** A path of ours, or the absolute URL of a bucket. */
  url: string
  fields: Record<string, string>
}

export interface Upload {
  key: string
  /** The type the browser announced; the form must repeat it. */
  type: string
  maxBytes: number
  expiresAt: Date
}

export interface Download {
  key: string
  type: string
  /** The name the person who saves the file sees. */
  name: string
  /** Also what a browser could show is only saved. */
  attachment: boolean
  /** For whom the address was made, so that their rights can be checked again; empty: for anyone. */
  reader: string
  /** How long a browser may keep the bytes. */
  cacheSeconds: number
  expiresAt: Date
}

/** What a signed address of ours says. */
export type SignedDownload = Omit<Download, 'cacheSeconds'>

export interface Range {
  start: number
  end: number
}

/**
 * Where files are kept: a folder here, or a bucket elsewhere. Browsers send and fetch bytes with the
 * signed addresses this gives out, so that a bucket's bytes need not pass through us.
 */
export interface Storage {
  put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    limits: { maxBytes: number; once?: boolean },
  ): Promise<{ size: number; sha256: string }>
  /** Whole, or from one byte to another, both included. */
  get(key: string, range?: Range): Promise<{ stream: Readable; size: number } | null>
  head(key: string): Promise<StoredFile | null>
  remove(key: string): Promise<void>
  createUploadTarget(upload: Upload): Promise<UploadTarget>
  createDownloadUrl(download: Download): Promise<string>
  /**
   * Makes what was posted for this key ours; null: nothing was. From now on no form reaches it. What
   * did not pass through us is looked at first: it is removed when `check` throws.
   */
  receive(key: string, check: (arrived: Arrived) => void): Promise<StoredFile | null>
  /** Whether something was posted for this key, ours or not yet. */
  hasArrived(key: string): Promise<boolean>
  /** What a form posted to us allows, or null; nobody posts to us what goes to a bucket. */
  readUpload(fields: Record<string, string | undefined>): Upload | null
  /** What the address of a file of ours was signed for, or null. It may have expired. */
  readDownload(key: string, query: URLSearchParams): SignedDownload | null
  /** Removes what was left half-way: written, or sent and never marked; says how many files. */
  removeAbandoned(olderThanMs?: number): Promise<number>
  /** Throws, with a sentence for the operator, when files cannot be kept here now. */
  probe(): Promise<void>
  /** Where browsers send and fetch bytes, when that is not here. */
  readonly browserUrl?: string
}

export class TooLarge extends Error {
  override name = 'TooLarge'

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`)
  }
}

/** Thrown where a file may come only once. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

export class StorageFull extends Error {
  override name = 'StorageFull'
  /** By which the one error handler knows a full disk, whoever met it. */
  readonly code = 'ENOSPC'

  constructor(cause: unknown) {
    super('The server has no room left for files. An administrator has to make some.', { cause })
  }
}

export class StorageNotWritable extends Error {
  override name = 'StorageNotWritable'

  constructor(cause: unknown) {
    super(
      'The server cannot write to its folder for files. Nothing was changed; tell its operator.',
      { cause },
    )
  }
}

/** A bucket that does not answer. */
export class StorageAway extends Error {
  override name = 'StorageAway'
  /** Why, for its operator. */
  readonly code: string

  constructor(cause: unknown) {
    super('The storage for files does not answer right now. Nothing was changed; try again soon.', {
      cause,
    })
    const { message, cause: deeper } = cause as Error & { cause?: NodeJS.ErrnoException }
    this.code = deeper?.code ?? deeper?.message ?? message
  }
}

/** A bucket that answers, and will not do what it is asked. */
export class StorageRefuses extends Error {
  override name = 'StorageRefuses'

  constructor(reason: string) {
    super(
      `The storage for files refused the server (${reason}). Nothing was changed; tell its operator.`,
    )
  }
}

const segments = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/

/** Keys are made here and nowhere else: no name a person chose ever becomes a path. */
export const createKey = (folder?: string): string => {
  const name = randomBytes(16).toString('hex')
  return assertKey(folder ? `${folder}/${name}` : name)
}

export const isKey = (key: string) => key.length <= 200 && segments.test(key)

export function assertKey(key: string): string {
  if (!isKey(key)) throw new Error('This is not a storage key of ours.')
  return key
}

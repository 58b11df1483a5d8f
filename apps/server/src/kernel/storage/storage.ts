import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface StoredFile {
  size: number
  modifiedAt: Date
}

/** A file a browser uploaded to a bucket, before it is received. */
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
  /** The file name shown when saving. */
  name: string
  /** Download even if a browser could display it. */
  attachment: boolean
  /**
   * The user the URL was made for, so that their rights can be checked again; empty: for anyone.
   */
  reader: string
  /** How long a browser may cache the file. */
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
 * File storage: a local folder or a bucket. Browsers upload and download with the signed URLs it
 * returns, so that a bucket's files need not pass through this server.
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
   * Receives the file posted for this key; null: there is none. From then on no form can overwrite
   * it. A file that did not pass through this server is checked first and removed when `check`
   * throws.
   */
  receive(key: string, check: (arrived: Arrived) => void): Promise<StoredFile | null>
  /** Whether something was posted for this key, ours or not yet. */
  hasArrived(key: string): Promise<boolean>
  /** What a form posted to this server allows, or null; always null with a bucket. */
  readUpload(fields: Record<string, string | undefined>): Upload | null
  /** What the URL of a file on this server was signed for, or null. It may have expired. */
  readDownload(key: string, query: URLSearchParams): SignedDownload | null
  /** Removes partial files and files never marked as uploaded; returns how many. */
  removeAbandoned(olderThanMs?: number): Promise<number>
  /** Throws, with a message for the operator, when files cannot be stored now. */
  probe(): Promise<void>
  /** Where browsers upload and download, if not on this server. */
  readonly browserUrl?: string
}

export class TooLarge extends Error {
  override name = 'TooLarge'

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`)
  }
}

/** Thrown if a write-once key already exists. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

export class StorageFull extends Error {
  override name = 'StorageFull'
  /** Lets the error handler recognize a full disk. */
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

/** The bucket does not answer. */
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

/** The bucket refuses the request. */
export class StorageRefuses extends Error {
  override name = 'StorageRefuses'

  constructor(reason: string) {
    super(
      `The storage for files refused the server (${reason}). Nothing was changed; tell its operator.`,
    )
  }
}

const segments = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/

/** All keys are created here: no name chosen by a user ever becomes a path. */
export const createKey = (folder?: string): string => {
  const name = randomBytes(16).toString('hex')
  return assertKey(folder ? `${folder}/${name}` : name)
}

export const isKey = (key: string) => key.length <= 200 && segments.test(key)

export function assertKey(key: string): string {
  if (!isKey(key)) throw new Error('This is not a storage key of ours.')
  return key
}

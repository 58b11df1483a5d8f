import type { Storage } from '#kernel/storage/storage.ts'
import { servedType } from './kinds.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

interface Lifetime {
  most: number
  /** URLs signed within one step are identical, so that browsers do not load a file twice. */
  step: number
}
const open: Lifetime = { most: 60 * MINUTE, step: 10 * MINUTE }
/**
 * A signed URL needs no session, and a bucket checks only the signature: URLs of files that are not
 * public expire within a minute. Open screens request the stable URL again, which checks
 * permissions and redirects to a new one.
 */
const closed: Lifetime = { most: MINUTE, step: 10 * SECOND }

/**
 * Whose permissions are checked again when the file is fetched, and the session or token that must
 * still be valid; null: public.
 */
export type Reader = { user_id: string; credential?: string } | { anchor: string } | null

const writeReader = (reader: Reader) => {
  if (!reader) return ''
  if ('anchor' in reader) return `anchor:${reader.anchor}`
  return ['user', reader.user_id, reader.credential].join(':')
}

/** Parses what `writeReader` wrote; only called with signed text. */
export function readReader(text: string): Reader {
  const [kind, id = '', credential] = text.split(':')
  if (kind === 'user') return { user_id: id, ...(credential && { credential }) }
  return kind === 'anchor' ? { anchor: id } : null
}

interface StoredFile {
  /** The storage key. */
  asset: string
  attributes: { name: string; type: string }
}

export function signAddress(
  storage: Storage,
  { asset: key, attributes: { name, type } }: StoredFile,
  reader: Reader,
  attachment = false,
): Promise<string> {
  const { most, step } = reader ? closed : open
  return storage.createDownloadUrl({
    key,
    type: servedType(type),
    name,
    attachment,
    reader: writeReader(reader),
    cacheSeconds: step / SECOND,
    expiresAt: new Date(Math.floor((Date.now() + most) / step) * step),
  })
}

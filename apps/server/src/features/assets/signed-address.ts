import type { Storage } from '#kernel/storage/storage.ts'
import { servedType } from './kinds.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

interface Lifetime {
  most: number
  /** Addresses made within one step are the same, so that browsers need not load a file twice. */
  step: number
}
const open: Lifetime = { most: 60 * MINUTE, step: 10 * MINUTE }
/**
 * A signed address needs no session, and a bucket checks nothing but the signature: what is not for
 * everybody ends within a minute. Screens that stay open ask again at the stable address, which
 * checks the rights and redirects to a new one.
 */
const closed: Lifetime = { most: MINUTE, step: 10 * SECOND }

/**
 * Whose rights are checked again when the file is fetched, and the session or token that must still be
 * valid; null: anyone may.
 */
export type Reader = { user_id: string; credential?: string } | { anchor: string } | null

const writeReader = (reader: Reader) => {
  if (!reader) return ''
  if ('anchor' in reader) return `anchor:${reader.anchor}`
  return ['user', reader.user_id, reader.credential].join(':')
}

/** What `writeReader` wrote; only ever called with signed text. */
export function readReader(text: string): Reader {
  const [kind, id = '', credential] = text.split(':')
  if (kind === 'user') return { user_id: id, ...(credential && { credential }) }
  return kind === 'anchor' ? { anchor: id } : null
}

interface StoredFile {
  /** Its key. */
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

import type { Storage } from '#kernel/storage/storage.ts'
import { servedType } from './kinds.ts'

const MINUTE = 60_000

interface Lifetime {
  most: number
  /** Addresses made within one step are the same, so that browsers need not load a file twice. */
  step: number
}
export const open: Lifetime = { most: 60 * MINUTE, step: 10 * MINUTE }
/** Whoever has the address needs no session: what is not for everybody ends soon. */
export const closed: Lifetime = { most: 10 * MINUTE, step: MINUTE }
/** A bucket asks nobody: what is deleted is to be had there for as long as its address holds. */
const closedInBucket: Lifetime = { most: 2 * MINUTE, step: MINUTE }

interface StoredFile {
  /** Its key. */
  asset: string
  attributes: { name: string; type: string }
}

export function signAddress(
  storage: Storage,
  { asset: key, attributes: { name, type } }: StoredFile,
  lifetime: Lifetime,
  attachment = false,
): Promise<string> {
  const { most, step } = storage.browserUrl && lifetime === closed ? closedInBucket : lifetime
  const expiresAt = new Date(Math.floor((Date.now() + most) / step) * step)
  return storage.createDownloadUrl({ key, type: servedType(type), name, attachment, expiresAt })
}

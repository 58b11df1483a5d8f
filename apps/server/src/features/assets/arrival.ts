import type { Form } from '#kernel/http/multipart.ts'
import { KeyTaken, TooLarge } from '#kernel/storage/storage.ts'
import { invalidPolicy, refuseContent, tooLarge } from './content.ts'
import { findAwaited } from './queries.ts'
import type { House } from './service.ts'
import { refuseBeyondLimit } from './storage-limit.ts'

const SNIFFED = 4096

/** The file stream, after its first bytes were checked. */
async function* checked(content: AsyncIterable<Uint8Array>, type: string) {
  let head = Buffer.alloc(0)
  let isChecked = false
  for await (const chunk of content) {
    if (isChecked) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < SNIFFED) continue
    refuseContent(head, type)
    isChecked = true
    yield head
  }
  if (isChecked) return
  refuseContent(head, type)
  yield head
}

function answerTo(error: unknown, maxBytes: number): unknown {
  if (error instanceof KeyTaken) return invalidPolicy()
  return error instanceof TooLarge ? tooLarge(maxBytes) : error
}

/** Stores one file for one target; a refused file is removed completely. */
export async function acceptUpload(house: House, { fields, content }: Form) {
  const { db, storage } = house
  const allowed = storage.readUpload(fields)
  const awaited = allowed && (await findAwaited(db, allowed.key))
  if (!awaited) throw invalidPolicy()
  await refuseBeyondLimit(db, house, awaited)
  const { key, type, maxBytes } = allowed
  await storage
    .put(key, checked(content, type), { maxBytes, once: true })
    .catch((error: unknown) => {
      throw answerTo(error, maxBytes)
    })
}

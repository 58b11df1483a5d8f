import { badRequest, forbidden, HttpError } from '#kernel/http/errors.ts'
import { isShown } from '#kernel/storage/disposition.ts'
import { sniffType } from '#kernel/storage/sniff-type.ts'
import type { Arrived } from '#kernel/storage/storage.ts'
import { servedType } from './kinds.ts'

export const invalidPolicy = () => forbidden({ error: 'Invalid upload policy.' })

export const tooLarge = (maxBytes: number) => {
  const sentence = `The file is larger than the ${maxBytes} bytes that may be uploaded here.`
  return new HttpError(413, { error: sentence, status: false })
}

export const storageFull = () =>
  new HttpError(413, {
    error: 'The storage of this workspace is full. Its administrators see how much is used.',
    error_code: 'WORKSPACE_STORAGE_FULL',
    status: false,
  })

/**
 * Files that are only downloaded may be anything; files shown by browsers must match their type.
 */
export function refuseContent(head: Buffer, type: string) {
  if (head.length === 0) throw badRequest({ error: 'The file is empty.', status: false })
  const served = servedType(type)
  if (!isShown(served) || sniffType(head) === served) return
  throw badRequest({ error: 'The content of the file is not what its type says.', status: false })
}

/** A bucket checks size and type at most, never the content. */
export function refuseArrived(
  { size, type, head }: Arrived,
  announced: { type: string; size: number },
) {
  if (size > announced.size) throw tooLarge(announced.size)
  if (type !== announced.type) throw invalidPolicy()
  refuseContent(head, type)
}

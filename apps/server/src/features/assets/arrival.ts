import { badRequest, forbidden, HttpError } from '#kernel/http/errors.ts'
import type { Form } from '#kernel/http/multipart.ts'
import { isShown } from '#kernel/storage/disposition.ts'
import { sniffType } from '#kernel/storage/sniff-type.ts'
import { KeyTaken, TooLarge } from '#kernel/storage/storage.ts'
import { servedType } from './kinds.ts'
import { isAwaited } from './queries.ts'
import type { House } from './service.ts'

const SNIFFED = 4096

/** What is only ever saved may be anything; what browsers show must be what it says. */
function refuseContent(head: Buffer, type: string) {
  if (head.length === 0) throw badRequest({ error: 'The file is empty.', status: false })
  const served = servedType(type)
  if (!isShown(served) || sniffType(head) === served) return
  throw badRequest({ error: 'The content of the file is not what its type says.', status: false })
}

/** The file as it comes, after its first bytes were looked at. */
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

const invalidPolicy = () => forbidden({ error: 'Invalid upload policy.' })

function answerTo(error: unknown, maxBytes: number): unknown {
  if (error instanceof KeyTaken) return invalidPolicy()
  if (!(error instanceof TooLarge)) return error
  const sentence = `The file is larger than the ${maxBytes} bytes that may be uploaded here.`
  return new HttpError(413, { error: sentence, status: false })
}

/** One file for one target; nothing stays of a file that is refused. */
export async function acceptUpload({ db, storage }: House, { fields, content }: Form) {
  const allowed = storage.readUpload(fields)
  if (!allowed || !(await isAwaited(db, allowed.key))) throw invalidPolicy()
  const { key, type, maxBytes } = allowed
  await storage
    .put(key, checked(content, type), { maxBytes, once: true })
    .catch((error: unknown) => {
      throw answerTo(error, maxBytes)
    })
}

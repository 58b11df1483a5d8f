import type { IncomingMessage } from 'node:http'
import { badRequest } from './errors.ts'

const MOST_FIELDS = 30
const MOST_HEADERS = 8_000
const MOST_VALUE = 20_000

export interface Form {
  /** What came before the file. */
  fields: Record<string, string>
  /** Read as it arrives: nothing is held but one piece of it. */
  content: AsyncIterable<Buffer>
}

const broken = () => badRequest({ error: 'The form is incomplete or not well formed.' })

function readBoundary(type: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (!boundary) throw broken()
  return boundary
}

function readName(headers: string): string {
  const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? ''
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1]
  if (name === undefined) throw broken()
  return name
}

const PATIENCE = 30_000

/** Who is refused half way hears why only if somebody reads on; not for ever, though. */
function readOn(request: IncomingMessage) {
  const impatient = setTimeout(() => request.destroy(), PATIENCE)
  request.once('close', () => clearTimeout(impatient))
  request.resume()
}

/** Hands the form of a request over, and leaves the connection in order whatever becomes of it. */
export async function takeUploadForm(
  request: IncomingMessage,
  fileField: string,
  take: (form: Form) => Promise<void>,
): Promise<void> {
  const body = request.iterator({ destroyOnReturn: false })
  try {
    const type = request.headers['content-type'] ?? ''
    await take(await readUploadForm(body, { type, fileField }))
  } finally {
    await body.return?.()
    readOn(request)
  }
}

/**
 * A form whose last part is the file: the fields before it are read at once, the file as it is asked
 * for.
 */
export async function readUploadForm(
  body: AsyncIterable<Buffer>,
  { type, fileField }: { type: string; fileField: string },
): Promise<Form> {
  const delimiter = Buffer.from(`\r\n--${readBoundary(type)}`)
  const source = body[Symbol.asyncIterator]()
  // The first delimiter has no line before it.
  let rest = Buffer.from('\r\n')

  /** More than this, as far as there is more. */
  async function readMore(least = 0) {
    const pieces: Buffer[] = [rest]
    let came = 0
    while (came <= least) {
      const { done, value } = await source.next()
      if (done) break
      pieces.push(value)
      came += value.length
    }
    if (came === 0) throw broken()
    rest = Buffer.concat(pieces)
  }

  async function readUntil(mark: Buffer, most: number): Promise<string> {
    for (;;) {
      const at = rest.indexOf(mark)
      const size = at < 0 ? rest.length - mark.length : at
      if (size > most) throw broken()
      if (at >= 0) {
        const text = rest.toString('utf8', 0, at)
        rest = rest.subarray(at + mark.length)
        return text
      }
      // As much again: a form that comes byte by byte must not be searched once for each of them.
      await readMore(rest.length)
    }
  }

  async function* readFile() {
    for (;;) {
      const at = rest.indexOf(delimiter)
      // What may be the beginning of the delimiter waits for the next piece.
      const sure = at < 0 ? rest.length - delimiter.length + 1 : at
      if (sure > 0) {
        yield rest.subarray(0, sure)
        rest = rest.subarray(sure)
      }
      if (at >= 0) return
      await readMore()
    }
  }

  const fields = new Map<string, string>()
  await readUntil(delimiter, MOST_HEADERS)
  for (let count = 0; count <= MOST_FIELDS; count++) {
    const name = readName(await readUntil(Buffer.from('\r\n\r\n'), MOST_HEADERS))
    if (name === fileField) return { fields: Object.fromEntries(fields), content: readFile() }
    fields.set(name, await readUntil(delimiter, MOST_VALUE))
  }
  throw broken()
}

import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { badRequest } from './errors.ts'

const MAX_FIELDS = 30
const MAX_HEADERS = 8_000
const MAX_VALUE = 20_000
/** The parser skips any preface and truncates long headers, so their total is limited here. */
const MAX_BEFORE_FILE = MAX_FIELDS * (MAX_HEADERS + MAX_VALUE)

export interface Form {
  /** The fields before the file. */
  fields: Record<string, string>
  /** Read as it arrives: only one chunk is in memory. */
  content: AsyncIterable<Buffer>
}

const broken = () => badRequest({ error: 'The form is incomplete or not well formed.' })

function openParser(type: string, fileField: string) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { parts: MAX_FIELDS + 1, fieldSize: MAX_VALUE, headerSize: MAX_HEADERS },
      isPartAFile: (name) => name === fileField,
    })
  } catch {
    // No boundary.
    throw broken()
  }
}

const PATIENCE = 30_000

/** A client refused half way gets the response only if the rest is read; limited in time. */
function readOn(request: IncomingMessage) {
  const impatient = setTimeout(() => request.destroy(), PATIENCE)
  request.once('close', () => clearTimeout(impatient))
  request.resume()
}

/** Passes the form of a request to `take` and leaves the connection usable on every error. */
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
 * A form whose last part is the file: the fields before it are read at once, the file on demand.
 * The parser is fed by hand, so that no chunk is requested before the previous one was consumed.
 */
export async function readUploadForm(
  body: AsyncIterable<Buffer>,
  { type, fileField }: { type: string; fileField: string },
): Promise<Form> {
  const parser = openParser(type, fileField)
  const source = body[Symbol.asyncIterator]()
  const fields = new Map<string, string>()
  let file: Readable | undefined
  let isBroken = false
  const fail = () => {
    isBroken = true
  }
  parser.on('error', fail)
  parser.on('partsLimit', fail)
  parser.on('field', (name: string | undefined, value, _isNameCut, isValueCut) => {
    if (name === undefined || isValueCut) fail()
    else fields.set(name, value)
  })
  parser.on('file', (_name, stream) => {
    stream.on('error', fail)
    file = stream
  })

  /** Resolves when the parser has passed the chunk on, which needs the file to be read. */
  async function feed(): Promise<{ parsed: Promise<void>; size: number }> {
    const { done, value } = await source.next()
    if (!done)
      return {
        parsed: new Promise((next) => parser.write(value, () => next())),
        size: value.length,
      }
    const closed = new Promise<void>((next) => {
      parser.once('error', next)
      parser.once('finish', next)
    })
    file?.resume()
    parser.end()
    await closed
    if (isBroken || !file?.readableEnded) throw broken()
    return { parsed: closed, size: 0 }
  }

  async function* readFile(content: Readable, first: Promise<void>) {
    let parsed = first
    for (;;) {
      const piece: Buffer | null = content.read()
      if (piece) {
        yield piece
        continue
      }
      if (content.readableEnded) return
      await parsed
      if (isBroken) throw broken()
      parsed = (await feed()).parsed
    }
  }

  for (let read = 0; read <= MAX_BEFORE_FILE; ) {
    const { parsed, size } = await feed()
    if (file && !isBroken)
      return { fields: Object.fromEntries(fields), content: readFile(file, parsed) }
    await parsed
    if (isBroken) break
    read += size
  }
  throw broken()
}

import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { readUploadForm } from '#kernel/http/multipart.ts'
import { trackUploads } from './bucket-uploads.ts'
import { atEndOfFile } from './end-of-file.ts'
import { formRefusalOf, refusalOf } from './s3-signatures.ts'

/** The one account the bucket knows. */
const account = 'S3RVER'
const bucket = 'uploads'

const statuses: Record<string, number> = {
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  PreconditionFailed: 412,
  InvalidRange: 416,
  NoSuchUpload: 404,
  XMinioStorageFull: 507,
  SlowDown: 503,
}

interface Asked {
  method: string
  url: URL
  /** Bytes of its body. */
  size: number
}

/**
 * The error code of a failed request; `silence`: it is neither done nor answered; `lost answer`: it
 * is only done.
 */
type Failure = string | undefined

export interface TestBucket {
  url: string
  /** The settings a server needs to use it. */
  environment: Record<string, string>
  /** Every key in it. */
  keys(): Promise<string[]>
  /** The key of every upload that was begun and neither completed nor aborted. */
  uploads(): string[]
  /** As if someone began an upload at this moment and left it. */
  leaveUpload(key: string, initiated: Date): void
  /** How every following request fails, or which of them; undefined: normal operation. */
  fail(how: Failure | ((asked: Asked) => Failure)): void
}

const keyIn = ({ pathname }: URL) => pathname.replace(`/${bucket}/`, '')

interface Question {
  method: string
  url: URL
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/**
 * A bucket reached over the network. The library that stores the files is lenient: it accepts every
 * signature, ignores policies and conditions, and finds a first byte in an empty file. All of that
 * is checked before it.
 */
export async function testBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'cairn-bucket-'))
  const inside = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await inside.run()
  const origin = `http://127.0.0.1:${port}`
  const uploads = trackUploads()
  let failing: (asked: Asked) => Failure = () => undefined

  async function headOf(key: string, header: string) {
    const found = await fetch(`${origin}/${bucket}/${key}`, { method: 'HEAD' })
    return found.ok ? found.headers.get(header) : undefined
  }

  async function refuse({ method, url, headers, body }: Question): Promise<string | undefined> {
    const type = headers['content-type'] ?? ''
    if (method === 'POST' && type.startsWith('multipart/form-data')) {
      const form = await readUploadForm(Readable.from([body]), { type, fileField: 'file' })
      const { length } = await buffer(form.content)
      return formRefusalOf(form.fields, length, { bucket, secret: account })
    }
    const refusal = refusalOf({ method, url, headers }, body, account)
    if (refusal) return refusal
    const source = String(headers['x-amz-copy-source'] ?? '').replace(`/${bucket}/`, '')
    const etag = headers['x-amz-copy-source-if-match']
    if (etag && etag !== (await headOf(source, 'etag'))) return 'PreconditionFailed'
    const key = keyIn(url)
    if (headers['if-none-match'] === '*' && (await headOf(key, 'etag'))) return 'PreconditionFailed'
    if (headers.range && (await headOf(key, 'content-length')) === '0') return 'InvalidRange'
    return uploads.refuse(method, url, body)
  }

  async function answer(question: Question, failure: Failure): Promise<Response> {
    const { method, url, headers, body } = question
    const code = failure ?? (await refuse(question))
    if (code) {
      const xml = `<Error><Code>${code}</Code><Message>No.</Message></Error>`
      const isHead = method === 'HEAD'
      return new Response(isHead ? null : xml, { status: statuses[code] ?? 403 })
    }
    const ours = uploads.answer(method, url)
    if (ours) return ours
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers
    const done = await fetch(new URL(url.pathname + url.search, origin), {
      method,
      headers: passed as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    if (done.ok && (url.searchParams.has('uploadId') || url.searchParams.has('uploads'))) {
      uploads.note(method, url, keyIn(url), body, await done.clone().text())
    }
    return done
  }

  // One request at a time: a condition that was checked must still hold when the request is done.
  let turn: Promise<unknown> = Promise.resolve()
  const gate = http.createServer(async (request, reply) => {
    const { method = 'GET', headers } = request
    const url = new URL(request.url ?? '', `http://${headers.host}`)
    const body = await buffer(request)
    const failure = failing({ method, url, size: body.length })
    if (failure === 'silence') {
      request.socket.destroy()
      return
    }
    const code = failure === 'lost answer' ? undefined : failure
    const answered = turn.then(() => answer({ method, url, headers, body }, code))
    turn = answered.catch(() => {})
    const { status, headers: sent, body: content } = await answered
    if (failure === 'lost answer') {
      request.socket.destroy()
      return
    }
    reply.writeHead(status, Object.fromEntries(sent))
    reply.end(content ? await buffer(content) : undefined)
  })
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`

  atEndOfFile(async () => {
    gate.close()
    gate.closeAllConnections()
    await inside.close()
    await rm(directory, { recursive: true, force: true })
  })

  return {
    url,
    environment: {
      S3_ACCESS_KEY_ID: account,
      S3_SECRET_ACCESS_KEY: account,
      S3_ENDPOINT_URL: url,
    },
    async keys() {
      const list = await (await fetch(`${origin}/${bucket}/?list-type=2`)).text()
      return [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
    },
    uploads: uploads.keys,
    leaveUpload: uploads.leave,
    fail(how) {
      failing = typeof how === 'function' ? how : () => how
    },
  }
}

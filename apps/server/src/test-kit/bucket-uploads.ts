import { createHash, randomUUID } from 'node:crypto'

const MB = 1024 ** 2
/** All parts but the last must be as large as this. */
const MIN_PART = 5 * MB

interface SentPart {
  size: number
  etag: string
}

interface Upload {
  key: string
  initiated: Date
  parts: Map<number, SentPart>
}

const xmlOf = (id: string, { key, initiated }: Upload) =>
  `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`

/**
 * The uploads in parts that were begun and not finished. The library that stores the files can
 * neither list nor abort them, and accepts any parts: that is done here, as a bucket does it.
 */
export function trackUploads() {
  const uploads = new Map<string, Upload>()

  /** The error of the list of parts that makes an object; undefined: none. */
  function refusalOfList({ parts }: Upload, xml: string) {
    const named = [...xml.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
    if (named.length === 0) return 'MalformedXML'
    for (const [at, [, number = '', text = '']] of named.entries()) {
      const part = parts.get(Number(number))
      if (part?.etag !== text.replaceAll('&quot;', '"')) return 'InvalidPart'
      if (at > 0 && Number(number) <= Number(named[at - 1]?.[1])) return 'InvalidPartOrder'
      if (at < named.length - 1 && part.size < MIN_PART) return 'EntityTooSmall'
    }
    return undefined
  }

  return {
    /** The error of a request about an upload; undefined: none, or about something else. */
    refuse(method: string, { searchParams: query }: URL, body: Buffer): string | undefined {
      const id = query.get('uploadId')
      if (id === null) return undefined
      const upload = uploads.get(id)
      if (!upload) return 'NoSuchUpload'
      return method === 'POST' ? refusalOfList(upload, body.toString()) : undefined
    },

    /** The response to what the library does not know; undefined: it answers. */
    answer(method: string, { searchParams: query }: URL): Response | undefined {
      const id = query.get('uploadId')
      if (method === 'DELETE' && id !== null) {
        uploads.delete(id)
        return new Response(null, { status: 204 })
      }
      if (method !== 'GET' || !query.has('uploads')) return undefined
      const found = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
      const entries = found.map(([each, upload]) => xmlOf(each, upload))
      return new Response(
        `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`,
      )
    },

    /** Notes what the library did. */
    note(method: string, { searchParams: query }: URL, key: string, body: Buffer, xml: string) {
      const upload = uploads.get(query.get('uploadId') ?? '')
      const created = /<UploadId>([^<]*)</.exec(xml)?.[1]
      if (created) uploads.set(created, { key, initiated: new Date(), parts: new Map() })
      else if (method === 'PUT' && upload) {
        const etag = `"${createHash('md5').update(body).digest('hex')}"`
        upload.parts.set(Number(query.get('partNumber')), { size: body.length, etag })
      } else if (upload) uploads.delete(query.get('uploadId') ?? '')
    },

    /** As if someone began one and left it. */
    leave(key: string, initiated: Date) {
      uploads.set(randomUUID(), { key, initiated, parts: new Map() })
    },

    keys: () => [...uploads.values()].map(({ key }) => key),
  }
}

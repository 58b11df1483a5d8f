import type { Readable } from 'node:stream'
import { HttpError, notFound } from '#kernel/http/errors.ts'
import { dispositionFor } from '#kernel/storage/disposition.ts'
import { invalidKind, isOpen } from './kinds.ts'
import { type Asset, type AssetScope, findAsset, findServed, findShown } from './queries.ts'
import { assetNotFound, type House, tagOf } from './service.ts'
import { type Reader, readReader, signAddress } from './signed-address.ts'

function addressFor(
  { storage }: House,
  asset: Asset,
  reader: Reader,
  attachment = false,
): Promise<string> {
  if (!asset.is_uploaded) throw assetNotFound()
  return signAddress(storage, asset, reader, attachment)
}

/** An avatar, cover or logo. */
export async function findShownAddress(house: House, id: string): Promise<string> {
  const asset = await findShown(house.db, id)
  if (!asset) throw notFound()
  if (!isOpen(asset.entity_type)) throw invalidKind()
  return addressFor(house, asset, null)
}

export async function findAddress(house: House, place: AssetScope, id: string, attachment = false) {
  const asset = await findAsset(house.db, place, id)
  if (!asset) throw assetNotFound()
  return addressFor(house, asset, place, attachment)
}

interface Asked {
  key: string
  query: URLSearchParams
  headers: { range?: string | undefined; 'if-range'?: string; 'if-none-match'?: string | undefined }
}

interface Answer {
  status: 200 | 206 | 302 | 304
  headers: Record<string, string>
  stream?: Readable
}

/**
 * The first and last requested byte; undefined: all. Several ranges are answered with the whole
 * file.
 */
function readRange(range: string | undefined, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!first && !last) return undefined
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (start <= end) return { start, end }
  throw new HttpError(
    416,
    { error: 'The file has no such range.' },
    { 'content-range': `bytes */${size}` },
  )
}

type FindVisitor = () => Promise<{ user_id: string } | undefined>

/** The file behind a signed URL, as long as its reader may see it. */
export async function openFile(
  { db, storage }: House,
  { key, query, headers }: Asked,
  findVisitor: FindVisitor,
): Promise<Answer> {
  const allowed = storage.readDownload(key, query)
  const reader = readReader(allowed?.reader ?? '')
  const asset = allowed && (await findServed(db, key, reader))
  if (!asset) throw assetNotFound()
  const { type, name, attachment, expiresAt } = allowed
  if (expiresAt.getTime() <= Date.now()) {
    // A browser resumes a download, or a player seeks, at the URL it was redirected to.
    const visitor = await findVisitor()
    const isReader = reader && 'user_id' in reader && reader.user_id === visitor?.user_id
    if (!isReader) throw assetNotFound()
    const location = await signAddress(storage, asset, reader, attachment)
    return { status: 302, headers: { location } }
  }
  const etag = tagOf(key)
  const seconds = Math.floor((expiresAt.getTime() - Date.now()) / 1000)
  const common = {
    ...dispositionFor(type, { name, attachment }),
    etag,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${seconds}`,
  }
  if (headers['if-none-match'] === etag) return { status: 304, headers: common }
  const stored = await storage.head(key)
  if (!stored) throw assetNotFound()
  const { size } = stored
  const stillSame = [undefined, etag].includes(headers['if-range'])
  const range = stillSame ? readRange(headers.range, size) : undefined
  const found = await storage.get(key, range)
  if (!found) throw assetNotFound()
  const length = range ? range.end - range.start + 1 : size
  return {
    status: range ? 206 : 200,
    headers: {
      ...common,
      'content-length': String(length),
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
    },
    stream: found.stream,
  }
}

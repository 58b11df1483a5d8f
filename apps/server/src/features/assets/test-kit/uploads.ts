import { type AssetKind, assetsApi as api, type UploadTarget } from '@cairn/contract'
import type { App } from '#kernel/http/app-type.ts'
import type { Client } from '#test/client.ts'

/** One pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** Just enough bytes to be recognized as a JPEG. */
export const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.from('\0\x10JFIF'),
])
export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
)

const BOUNDARY = 'a-boundary-of-this-test'

/** The form a browser would send: the fields, then the file. */
export function formOf(fields: Record<string, string>, file: Buffer): Buffer {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const text = Buffer.from(parts.join('') + head)
  return Buffer.concat([text, file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
}

export async function post(app: App, payload: Buffer) {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/assets/v2/upload/',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload,
  })
  return { status: statusCode, body: body === '' ? null : JSON.parse(body) }
}

/** Uploads to the server, or over the network to a bucket. */
export async function send(app: App, { upload_data }: UploadTarget, file: Buffer) {
  const { url, fields } = upload_data
  if (url.startsWith('/')) return post(app, formOf(fields, file))
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', new Blob([new Uint8Array(file)]), 'x')
  const { status } = await fetch(url, { method: 'POST', body })
  return { status, body: null }
}

export const picture = (entity_type: AssetKind, file = png) => ({
  name: 'picture.png',
  type: 'image/png',
  size: file.length,
  entity_type,
})

/** Requests, uploads and marks an avatar or cover of the user; returns its id. */
export async function wear(client: Client, kind: AssetKind = 'USER_AVATAR', file = png) {
  const target = await client.call(api.createOwn, { body: picture(kind, file) })
  await send(client.app, target, file)
  await client.call(api.completeOwn, { params: { id: target.asset_id }, body: {} })
  return target.asset_id
}

/** The same for a file of the client's workspace or project. */
export async function share(
  client: Client,
  kind: AssetKind,
  { entity_identifier = '', inProject = false, file = png } = {},
) {
  const [create, complete] = inProject
    ? [api.createInProject, api.completeInProject]
    : [api.create, api.complete]
  const target = await client.call(create, { body: { ...picture(kind, file), entity_identifier } })
  await send(client.app, target, file)
  await client.call(complete, { params: { id: target.asset_id }, body: {} })
  return target.asset_id
}

/** Follows the redirect, as a browser does. */
export async function fetchFile(client: Client, url: string, headers: Record<string, string> = {}) {
  const { cookies, app } = client
  const first = await app.inject({ url, cookies })
  const location = String(first.headers.location ?? '')
  if (first.statusCode !== 302) return { status: first.statusCode, location, body: first.body }
  if (!location.startsWith('/')) {
    const file = await fetch(location, { headers })
    const bytes = Buffer.from(await file.arrayBuffer())
    const sent = Object.fromEntries(file.headers)
    return {
      status: file.status,
      location,
      body: bytes.toString(),
      bytes,
      headers: sent,
      redirect: first.headers,
    }
  }
  const file = await app.inject({ url: location, headers })
  const { statusCode: status, rawPayload, headers: sent, body } = file
  return { status, location, body, bytes: rawPayload, headers: sent, redirect: first.headers }
}

import type { Endpoint } from '@cairn/contract'
import { ApiError } from '#data/api.ts'
import { buildUrl } from '#data/url.ts'

/** A shared document as stored on the server. Bytes, so not by `call`, which reads text. */
export async function readBytes(
  { url }: Pick<Endpoint, 'url'>,
  params: Record<string, string>,
): Promise<Uint8Array> {
  const response = await fetch(buildUrl(url, params), { credentials: 'same-origin' })
  if (!response.ok) throw new ApiError(response.status, null, undefined)
  return new Uint8Array(await response.arrayBuffer())
}

import { pagesApi as api } from '@cairn/contract'
import { ApiError, call } from '#data/api.ts'
import { buildUrl } from '#data/url.ts'
import { toBase64 } from './base64.ts'
import type { PageScope } from './page-list.ts'

/** The document as the server keeps it. Bytes, so not by `call`, which reads text. */
export async function readText(scope: PageScope, id: string): Promise<Uint8Array> {
  const response = await fetch(buildUrl(api.getDescription.url, { ...scope, id }), {
    credentials: 'same-origin',
  })
  if (!response.ok) throw new ApiError(response.status, null, undefined)
  return new Uint8Array(await response.arrayBuffer())
}

/** What is sent is merged with what the server has. */
export const writeText = (scope: PageScope, id: string, bytes: Uint8Array) =>
  call(api.changeDescription, {
    params: { ...scope, id },
    body: { description_binary: toBase64(bytes) },
  })

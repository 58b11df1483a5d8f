import { pagesApi as api } from '@cairn/contract'
import { call } from '#data/api.ts'
import { toBase64 } from '#entities/shared-text/base64.ts'
import { readBytes } from '#entities/shared-text/bytes.ts'
import type { PageScope } from './page-list.ts'

/** Loads and saves the text of a page by plain requests. */
export const textCalls = (scope: PageScope, id: string) => ({
  read: () => readBytes(api.getDescription, { ...scope, id }),
  write: (bytes: Uint8Array) =>
    call(api.changeDescription, {
      params: { ...scope, id },
      body: { description_binary: toBase64(bytes) },
    }),
})

import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'

const require = createRequire(import.meta.url)
let loaded: typeof sanitize | undefined

/** Loaded with the first text: sixty files that neither a start nor an idle server needs. */
export function sanitizeHtml(html: string, options: sanitize.IOptions): string {
  loaded ??= require('sanitize-html') as typeof sanitize
  return loaded(html, options)
}

import type { Picture } from '@cairn/contract'
import type { Egress } from '#kernel/egress/egress.ts'
import { EgressFailed, EgressRefused } from '#kernel/egress/errors.ts'
import { HttpError } from '#kernel/http/errors.ts'

const PROVIDER = 'https://api.unsplash.com'
const MAX_BYTES = 1_000_000

interface Search {
  query?: string
  page?: string
  per_page?: string
}

interface Source {
  egress: Egress
  /** Empty: the search is not configured. */
  key: string
  origin?: string
}

const unreachable = () => {
  const error =
    'The image search does not answer as it should. Try again later, or upload a picture.'
  return new HttpError(502, { error })
}

async function ask({ egress, key, origin = PROVIDER }: Source, path: string): Promise<unknown> {
  const headers = { authorization: `Client-ID ${key}`, accept: 'application/json' }
  try {
    const { status, body } = await egress.fetch(`${origin}${path}`, {
      headers,
      maxBytes: MAX_BYTES,
    })
    if (status === 200) return JSON.parse(body.toString())
  } catch (error) {
    const theirs = [EgressFailed, EgressRefused, SyntaxError].some((kind) => error instanceof kind)
    if (!theirs) throw error
  }
  // Not the provider's status: its 401 is about our key, and the client would think its session
  // ended.
  throw unreachable()
}

/** Photos for covers: the newest, or those matching a query. */
export async function searchPictures(
  source: Source,
  { query = '', page = '1', per_page = '20' }: Search,
) {
  if (!source.key) return []
  const slice = `page=${page}&per_page=${per_page}`
  if (!query.trim()) return (await ask(source, `/photos?${slice}`)) as Picture[]
  const path = `/search/photos?query=${encodeURIComponent(query)}&${slice}`
  return (await ask(source, path)) as { results: Picture[]; total: number; total_pages: number }
}

import { type Static, type TSchema, Type } from 'typebox'
import { Nullable } from './shapes.ts'

/** The list envelope of every paginated call; `results` is an array, or an object keyed by group. */
export const Page = <T extends TSchema>(results: T) =>
  Type.Object({
    grouped_by: Nullable(Type.String()),
    sub_grouped_by: Nullable(Type.String()),
    total_count: Type.Integer(),
    total_results: Type.Integer(),
    count: Type.Integer(),
    total_pages: Type.Integer(),
    next_cursor: Type.String(),
    prev_cursor: Type.String(),
    next_page_results: Type.Boolean(),
    prev_page_results: Type.Boolean(),
    extra_stats: Type.Null(),
    results,
  })

export type Page<T> = Omit<Static<ReturnType<typeof Page<TSchema>>>, 'results'> & { results: T }

export interface Slice {
  size: number
  page: number
}

const MAX = 1000

export class PageNotValid extends Error {}

/** Default and maximum number of rows per page. */
export interface PageSizes {
  usual?: number
  most?: number
}

/** Reads `per_page` and `cursor` (`size:page:flag`); throws the error message of the contract. */
export function readSlice(
  per_page: string | undefined,
  cursor: string | undefined,
  { most = MAX, usual = most }: PageSizes = {},
): Slice {
  const size = per_page === undefined || per_page === '' ? undefined : readSize(per_page, most)
  if (cursor === undefined || cursor === '') return { size: size ?? usual, page: 0 }
  const parts = /^(\d+(?:\.\d+)?):(-?\d{1,9}):([01])$/.exec(cursor)
  if (!parts) throw new PageNotValid('Invalid cursor parameter.')
  const page = Number(parts[2])
  if (page < 0) throw new PageNotValid('Error in parsing')
  const own = Math.floor(Number(parts[1]))
  return { size: size ?? Math.min(Math.max(own, 1), most), page }
}

function readSize(per_page: string, most: number): number {
  const size = /^\d{1,9}$/.test(per_page) ? Number(per_page) : Number.NaN
  if (Number.isNaN(size) || size < 1) throw new PageNotValid('Invalid per_page parameter.')
  if (size > most) throw new PageNotValid(`Invalid per_page value. Cannot exceed ${most}.`)
  return size
}

interface Contents<T> {
  results: T
  count: number
  total: number
  /** The longest group's total; the total itself in a flat list. */
  longest?: number
  grouped_by?: string
  sub_grouped_by?: string
}

export function toPage<T>({ size, page }: Slice, contents: Contents<T>): Page<T> {
  const { results, count, total, longest = total } = contents
  const { grouped_by = null, sub_grouped_by = null } = contents
  return {
    grouped_by,
    sub_grouped_by,
    total_count: total,
    total_results: total,
    count,
    total_pages: Math.ceil(longest / size),
    next_cursor: `${size}:${page + 1}:0`,
    prev_cursor: `${size}:${page - 1}:1`,
    next_page_results: (page + 1) * size < longest,
    prev_page_results: page > 0,
    extra_stats: null,
    results,
  }
}

/** The envelope of lists that clients with a local copy read page by page to the end. */
export const CopyPage = <T extends TSchema>(results: T) =>
  Type.Object({
    prev_cursor: Nullable(Type.String()),
    cursor: Type.String(),
    next_cursor: Nullable(Type.String()),
    prev_page_results: Type.Boolean(),
    next_page_results: Type.Boolean(),
    page_count: Type.Integer(),
    total_results: Type.Integer(),
    total_pages: Type.Integer(),
    results: Type.Array(results),
  })

export function toCopyPage<T>({ size, page }: Slice, results: T[], total: number) {
  const more = (page + 1) * size < total
  return {
    prev_cursor: `${size}:${page - 1}:0`,
    cursor: `${size}:${page}:0`,
    next_cursor: more ? `${size}:${page + 1}:0` : null,
    prev_page_results: page > 0,
    next_page_results: more,
    page_count: results.length,
    total_results: total,
    total_pages: Math.ceil(total / size),
    results,
  }
}

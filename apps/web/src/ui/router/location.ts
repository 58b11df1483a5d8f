import { lookup } from '@cairn/contract'

export type Search = Partial<Record<string, string>>

export interface Location {
  pathname: string
  /** Values stay strings: an e-mail address of digits must not become a number. */
  search: Search
  searchStr: string
  /** Without `#`. */
  hash: string
  href: string
}

/** Paths end with a slash: a link and a typed address are the same page. */
export function readLocation(address: string | URL): Location {
  const { pathname: path, search: searchStr, hash } = new URL(address, 'http://here')
  const pathname = path.endsWith('/') ? path : `${path}/`
  const search = Object.fromEntries(new URLSearchParams(searchStr))
  return { pathname, search, searchStr, hash: hash.slice(1), href: pathname + searchStr + hash }
}

interface Target {
  to: string
  params?: object | undefined
  search?: Record<string, unknown> | undefined
  hash?: string | undefined
}

const paramOf = (params: object, name: string) =>
  String(lookup(params as Record<string, unknown>, name || '_splat') ?? '')

/** The address of a path with its parameters, a query and a hash. */
export function hrefOf({ to, params = {}, search, hash }: Target): string {
  const path = to.replaceAll(/(?<=\/)\$(\w*)/g, (_, name: string) =>
    // What matches the rest of a path may have slashes.
    paramOf(params, name)
      .split('/')
      .map(encodeURIComponent)
      .join(name ? '%2F' : '/'),
  )
  const values = Object.entries(search ?? {}).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString()
  return readLocation(path + (query && `?${query}`) + (hash ? `#${hash}` : '')).href
}

export const isSameSearch = (a: Search, b: Search) =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, value]) => lookup(b, name) === value)

import { lookup } from '@cairn/contract'

type Value = string | number | boolean | null | undefined

/** `/a/:slug/` with its parameters and query filled in; undefined values are left out. */
export function buildUrl(
  template: string,
  params: Record<string, Value> = {},
  query: Record<string, Value> = {},
): string {
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = lookup(params, name)
    // An empty segment would silently name another resource.
    if (value === undefined || value === null || value === '') {
      throw new Error(`${template} needs ${name}`)
    }
    return encodeURIComponent(value)
  })
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path
}

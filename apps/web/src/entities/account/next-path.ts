import { lookup } from '@cairn/contract'

/** Where a visitor wanted to go before signing in; see `auth-search.ts` for the other parameters. */
export function nextPathIn(search: Record<string, unknown>): string | undefined {
  const path = lookup(search, 'next_path')
  return typeof path === 'string' ? path.slice(0, 500) : undefined
}

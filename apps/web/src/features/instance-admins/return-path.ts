import { readNextPath } from '@cairn/contract'
import type { AuthSearch } from '#entities/account/auth-search.ts'

const KEY = 'god_mode_return'

/**
 * The server redirects every admin to the first page; the requested path is stored in the tab until
 * then. A failed sign-in returns without the path, and must not lose it.
 */
export function saveReturnPath({ next_path, error_code }: AuthSearch) {
  try {
    if (next_path) sessionStorage.setItem(KEY, next_path)
    else if (!error_code) sessionStorage.removeItem(KEY)
  } catch {}
}

/** Returned once, for the next visit of the first page. */
export function takeReturn(): string | undefined {
  try {
    const path = readNextPath(sessionStorage.getItem(KEY) ?? undefined)
    sessionStorage.removeItem(KEY)
    return path.startsWith('/god-mode/') ? path : undefined
  } catch {
    return undefined
  }
}

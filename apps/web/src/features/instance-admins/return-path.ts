import { readNextPath } from '@cairn/contract'
import type { AuthSearch } from '#entities/account/auth-search.ts'

const KEY = 'god_mode_return'

/**
 * The server leads every administrator to the first page; where this one was going is kept by the tab
 * until then. A refused try comes back without the path, and must not lose it.
 */
export function saveReturnPath({ next_path, error_code }: AuthSearch) {
  try {
    if (next_path) sessionStorage.setItem(KEY, next_path)
    else if (!error_code) sessionStorage.removeItem(KEY)
  } catch {}
}

/** Given once: the next visit of the first page is meant. */
export function takeReturn(): string | undefined {
  try {
    const path = readNextPath(sessionStorage.getItem(KEY) ?? undefined)
    sessionStorage.removeItem(KEY)
    return path.startsWith('/god-mode/') ? path : undefined
  } catch {
    return undefined
  }
}

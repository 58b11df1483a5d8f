import { useLocation } from '#ui/router/hooks.ts'

const PREFIX = 'comment-'

/** The URL hash of a comment. */
export const commentHash = (id: string) => PREFIX + id

/** The comment in the URL hash. */
export function useLinkedComment(): string | undefined {
  const { hash } = useLocation()
  return hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : undefined
}

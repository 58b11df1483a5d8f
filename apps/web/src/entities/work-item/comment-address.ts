import { useLocation } from '@tanstack/react-router'

const PREFIX = 'comment-'

/** The URL hash of a comment. */
export const commentHash = (id: string) => PREFIX + id

/** The comment in the URL hash. */
export const useLinkedComment = (): string | undefined =>
  useLocation({
    select: ({ hash }) => (hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : undefined),
  })

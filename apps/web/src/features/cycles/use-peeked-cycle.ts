import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

/** The cycle in the side panel is part of the URL, so that a link shows it too. */
export function usePeekedCycle() {
  const navigate = useNavigate()
  const router = useRouter()
  const peeked = useSearch({
    strict: false,
    select: ({ peekCycle }: { peekCycle?: unknown }) =>
      typeof peekCycle === 'string' ? peekCycle : undefined,
  })
  function setPeeked(id: string | undefined) {
    const { pathname, search } = router.latestLocation
    const { peekCycle: _before, ...rest } = search as Record<string, unknown>
    const to: string = pathname
    void navigate({ to, search: { ...rest, ...(id && { peekCycle: id }) } })
  }
  return [peeked, setPeeked] as const
}

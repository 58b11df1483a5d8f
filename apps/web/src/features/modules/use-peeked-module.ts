import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

/** The module in the side panel is part of the URL, so that a link shows it too. */
export function usePeekedModule() {
  const navigate = useNavigate()
  const router = useRouter()
  const peeked = useSearch({
    strict: false,
    select: ({ peekModule }: { peekModule?: unknown }) =>
      typeof peekModule === 'string' ? peekModule : undefined,
  })
  function setPeeked(id: string | undefined) {
    const { pathname, search } = router.latestLocation
    const { peekModule: _before, ...rest } = search as Record<string, unknown>
    const to: string = pathname
    void navigate({ to, search: { ...rest, ...(id && { peekModule: id }) } })
  }
  return [peeked, setPeeked] as const
}

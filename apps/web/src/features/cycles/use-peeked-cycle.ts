import { useSearchValue } from '#ui/router/hooks.ts'
import { latestLocation, navigate } from '#ui/router/router.ts'

/** The cycle in the side panel is part of the URL, so that a link shows it too. */
export function usePeekedCycle() {
  const peeked = useSearchValue('peekCycle')
  function setPeeked(id: string | undefined) {
    const { pathname, search } = latestLocation()
    const { peekCycle: _before, ...rest } = search
    const to: string = pathname
    void navigate({ to, search: { ...rest, ...(id && { peekCycle: id }) } })
  }
  return [peeked, setPeeked] as const
}

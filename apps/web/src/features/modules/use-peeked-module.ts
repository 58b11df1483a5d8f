import { useSearchValue } from '#ui/router/hooks.ts'
import { latestLocation, navigate } from '#ui/router/router.ts'

/** The module in the side panel is part of the URL, so that a link shows it too. */
export function usePeekedModule() {
  const peeked = useSearchValue('peekModule')
  function setPeeked(id: string | undefined) {
    const { pathname, search } = latestLocation()
    const { peekModule: _before, ...rest } = search
    const to: string = pathname
    void navigate({ to, search: { ...rest, ...(id && { peekModule: id }) } })
  }
  return [peeked, setPeeked] as const
}

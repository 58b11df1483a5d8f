import { useEffect } from 'react'

/** The title of the tab; the old one stays while the name is unknown. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}

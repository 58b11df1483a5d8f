import { useEffect } from 'react'

/** The tab's title; while the name it needs is unknown the old one stays. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}

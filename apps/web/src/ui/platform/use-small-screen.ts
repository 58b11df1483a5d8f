import { useSyncExternalStore } from 'react'

const small = matchMedia('(width < 768px)')

function subscribe(listener: () => void) {
  small.addEventListener('change', listener)
  return () => small.removeEventListener('change', listener)
}

/** Below 768 px rows grow to two lines; pure styling is done in the style sheet. */
export const useSmallScreen = () => useSyncExternalStore(subscribe, () => small.matches)

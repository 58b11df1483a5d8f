import { useSyncExternalStore } from 'react'

const small = matchMedia('(width < 768px)')

function subscribe(listener: () => void) {
  small.addEventListener('change', listener)
  return () => small.removeEventListener('change', listener)
}

/** Below 768 px rows grow to two lines; looks alone are the style sheet's. */
export const useSmallScreen = () => useSyncExternalStore(subscribe, () => small.matches)

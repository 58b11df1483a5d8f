import { useEffect } from 'react'

/** What a click may open is loaded once the page is quiet: it then opens at once, and also offline. */
const popups = [
  () => import('#ui/combobox-popup.tsx'),
  () => import('#ui/menu-popup.tsx'),
  () => import('#ui/dialog-popup.tsx'),
  () => import('#ui/confirm-dialog-popup.tsx'),
  () => import('#features/work-item-dialog/work-item-dialog.tsx'),
]

// Safari has no idle callback.
const whenQuiet: (deed: () => void) => void =
  'requestIdleCallback' in window
    ? (deed) => requestIdleCallback(deed, { timeout: 5_000 })
    : (deed) => setTimeout(deed, 1_500)

async function warm() {
  // One after the other, and a lost network only means that they are loaded when needed.
  for (const load of popups) await load().catch(() => undefined)
}

// The first screen comes first: waiting for its data looks quiet, too.
const AFTER = 3_000

export function useWarmPopups() {
  useEffect(() => {
    const timer = setTimeout(() => whenQuiet(() => void warm()), AFTER)
    return () => clearTimeout(timer)
  }, [])
}

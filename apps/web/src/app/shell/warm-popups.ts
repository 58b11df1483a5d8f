import { useEffect } from 'react'
import { whenQuiet } from '#ui/platform/when-quiet.ts'

/** What a click may open is loaded once the page is quiet: it then opens at once, and also offline. */
const popups = [
  () => import('#ui/controls/combobox-popup.tsx'),
  () => import('#ui/overlays/menu-popup.tsx'),
  () => import('#ui/overlays/dialog-popup.tsx'),
  () => import('#ui/overlays/confirm-dialog-popup.tsx'),
  () => import('#features/work-item-dialog/work-item-dialog.tsx'),
]

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

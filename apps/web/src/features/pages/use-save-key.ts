import { useEffect } from 'react'
import { useLatest } from '#ui/platform/use-latest.ts'

/** Ctrl+S, also from within the text. Prevents the browser default, which would save the screen. */
export function useSaveKey(save: () => void) {
  const latest = useLatest(save)
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event
      if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || shiftKey || altKey) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  }, [latest])
}

import { useEffect } from 'react'
import { bufferKeys, bufferTyping, isField, stop } from './typed-ahead.tsx'

function useBuffer(buffer: () => void, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen || isField(document.activeElement)) return
    buffer()
    const own = stop
    return () => {
      if (stop === own) own?.()
    }
  }, [buffer, isOpen])
}

/** In a popup: keeps the keys pressed after it opened and before its field has the focus. */
export const useTypedAhead = (isOpen: boolean) => useBuffer(bufferTyping, isOpen)
export const usePickAhead = (isOpen: boolean) => useBuffer(bufferKeys, isOpen)

/** For a popup that has focused something: unless it is a field, keys are no longer kept. */
export function endTypedAhead({ target }: { target: EventTarget }) {
  if (!isField(target)) stop?.()
}

import { useEffect, useId } from 'react'

const written = new Set<string>()

/** Marks that an open form contains typed text: nothing may replace it. */
export function useWriting(isWritten: boolean) {
  const id = useId()
  useEffect(() => {
    if (!isWritten) return
    written.add(id)
    return () => void written.delete(id)
  }, [id, isWritten])
}

export const isWriting = () => written.size > 0

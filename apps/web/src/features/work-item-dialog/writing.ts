import { useEffect, useId } from 'react'

const written = new Set<string>()

/** Something is typed into a form that is open: nothing may take its place. */
export function useWriting(isWritten: boolean) {
  const id = useId()
  useEffect(() => {
    if (!isWritten) return
    written.add(id)
    return () => void written.delete(id)
  }, [id, isWritten])
}

export const isWriting = () => written.size > 0

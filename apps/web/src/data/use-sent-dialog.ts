import { useEffect, useRef, useState } from 'react'
import { type TextKey, t } from './i18n.ts'
import { sentenceOf } from './notify-failure.ts'
import type { Then } from './use-optimistic-mutation.ts'

/** How long a dialog fades out. */
const FADE_MS = 200

/**
 * A dialog that closes when it is sent, before the server has answered. Where the server refuses, it
 * opens again with everything that was typed and with the reason.
 */
export function useSentDialog(onClose: () => void) {
  const [open, setOpen] = useState(true)
  const [problem, setProblem] = useState<string>()
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  function close() {
    setOpen(false)
    setTimeout(onClose, FADE_MS)
  }

  /** Hides the dialog; it is kept until there is an answer. */
  function send<Answer>(failure: TextKey, onSuccess?: (answer: Answer) => void): Then<Answer> {
    setProblem(undefined)
    setOpen(false)
    return {
      onSuccess: (answer) => {
        onClose()
        onSuccess?.(answer)
      },
      onFailure: (error) => {
        // Something else took its place: then a toast says it, and offers to send it again.
        if (!isMounted.current) return false
        setProblem(sentenceOf(error) ?? t(failure))
        setOpen(true)
        return true
      },
    }
  }

  return { open, problem, setProblem, close, send }
}

import { useEffect, useRef, useState } from 'react'
import { ApiError } from './api.ts'
import { sentenceIn } from './error-sentence.ts'
import { type TextKey, t } from './i18n.ts'
import { sentenceOf } from './notify-failure.ts'
import type { Then } from './use-optimistic-mutation.ts'

interface Problem {
  text: string
  isOfName: boolean
}

const isOfName = (error: unknown) =>
  error instanceof ApiError &&
  ('name' in Object(error.body) || /(?<!user )\bname\b/i.test(sentenceIn(error.body) ?? ''))

/** How long a dialog fades out. */
const FADE_MS = 200

/**
 * A dialog that closes when it is sent, before the server has answered. Where the server refuses, it
 * opens again with everything that was typed and with the reason.
 */
export function useSentDialog(onClose: () => void) {
  const [open, setOpen] = useState(true)
  const [failed, setFailed] = useState<Problem>()
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

  /** Hides the dialog; it stays mounted until there is a response. */
  function send<Answer>(failure: TextKey, onSuccess?: (answer: Answer) => void): Then<Answer> {
    setFailed(undefined)
    setOpen(false)
    return {
      onSuccess: (answer) => {
        onClose()
        onSuccess?.(answer)
      },
      onStored: onClose,
      onFailure: (error) => {
        // The dialog is unmounted: a toast shows the reason and offers a retry.
        if (!isMounted.current) return false
        setFailed({ text: sentenceOf(error) ?? t(failure), isOfName: isOfName(error) })
        setOpen(true)
        return true
      },
    }
  }

  return {
    open,
    /** An error of no particular field, or of the only field. */
    problem: failed && !failed.isOfName ? failed.text : undefined,
    /** An error of the name, shown at its field. */
    nameProblem: failed?.isOfName ? failed.text : undefined,
    setProblem: (text: string | undefined) =>
      setFailed(text ? { text, isOfName: false } : undefined),
    close,
    send,
  }
}

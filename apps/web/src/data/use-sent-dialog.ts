import { useState } from 'react'
import { ApiError } from './api.ts'
import { sentenceIn } from './error-sentence.ts'
import { type TextKey, t } from './i18n.ts'
import { sentenceOf } from './notify-failure.ts'
import type { Then } from './use-optimistic-mutation.ts'
import { useSentForm } from './use-sent-form.ts'

interface Problem {
  text: string
  isOfName: boolean
}

const isOfName = (error: unknown) =>
  error instanceof ApiError &&
  ('name' in Object(error.body) || /(?<!user )\bname\b/i.test(sentenceIn(error.body) ?? ''))

/** A dialog that closes when it is sent, and opens again with the reason if the server refuses. */
export function useSentDialog(onClose: () => void) {
  const [failed, setFailed] = useState<Problem>()
  const form = useSentForm(onClose)

  /** Hides the dialog; it stays mounted until there is a response. */
  function send<Answer>(failure: TextKey, onSuccess?: (answer: Answer) => void): Then<Answer> {
    setFailed(undefined)
    return form.send<Answer>({
      ...(onSuccess && { onSuccess }),
      onFailure: (error) => {
        setFailed({ text: sentenceOf(error) ?? t(failure), isOfName: isOfName(error) })
        return true
      },
    })
  }

  return {
    // What the user is typing into another one is not interrupted.
    open: !form.isHidden && !form.isRefusedBehind,
    /** An error of no particular field, or of the only field. */
    problem: failed && !failed.isOfName ? failed.text : undefined,
    /** An error of the name, shown at its field. */
    nameProblem: failed?.isOfName ? failed.text : undefined,
    setProblem: (text: string | undefined) =>
      setFailed(text ? { text, isOfName: false } : undefined),
    close: form.close,
    send,
  }
}

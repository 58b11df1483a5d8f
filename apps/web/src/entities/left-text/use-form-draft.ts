import { useState } from 'react'
import { readLeftText, useLeaveText } from '#data/left-texts.ts'

function parse<Draft extends object>(text: string | undefined): Draft | undefined {
  try {
    return JSON.parse(text ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/**
 * The fields of a form that were touched, as a state. They are stored in this browser until they are
 * saved or discarded, which both set an empty draft.
 */
export function useFormDraft<Draft extends object>(name: string, owner: string, saved: Draft) {
  const [left, setLeft] = useState(() => parse<Partial<Draft>>(readLeftText(name, owner)))
  const [draft, setDraft] = useState<Partial<Draft>>(left ?? {})
  const isChanged = (Object.keys(draft) as (keyof Draft)[]).some((key) => draft[key] !== saved[key])
  useLeaveText(name, owner, () => (isChanged ? JSON.stringify(draft) : undefined))
  const clear = () => {
    setLeft(undefined)
    setDraft({})
  }
  return { draft, setDraft, clear, isChanged, isRestored: left !== undefined && isChanged }
}

import { useEffect, useRef, useState } from 'react'
import { isField } from '#ui/controls/typed-ahead.tsx'
import { useClose, useIsBehind, useStay } from '#ui/platform/presence.tsx'
import type { Then } from './use-optimistic-mutation.ts'

type Phase = 'typed' | 'sent' | 'refused' | 'done'

/**
 * A form that disappears when it is sent, before the server has answered. Where the server refuses,
 * it appears again with everything that was typed. Meanwhile its owner has closed it, and may show
 * the next one: both are in the owner's `Presence`.
 */
export function useSentForm(onClose: () => void) {
  const [phase, setPhase] = useState<Phase>('typed')
  const [takesFocus, setTakesFocus] = useState(true)
  const leave = useClose(onClose)
  const isBehind = useIsBehind()
  useStay('needed', phase === 'sent' || phase === 'refused')
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  return {
    /** The user is not typing elsewhere when it appears again. */
    takesFocus,
    isHidden: phase === 'sent' || phase === 'done',
    /** The server refused it, but the user is writing the next one. */
    isRefusedBehind: phase === 'refused' && isBehind,
    close: () => {
      setPhase('done')
      leave()
    },
    /** Hides the form until there is a response. `onFailure` says what to correct. */
    send<Answer>({ onSuccess, onFailure }: Then<Answer> = {}): Then<Answer> {
      setPhase('sent')
      leave()
      return {
        onSuccess: (answer) => {
          setPhase('done')
          onSuccess?.(answer)
        },
        onStored: () => setPhase('done'),
        onFailure: (error) => {
          // It is unmounted: a toast shows the reason and offers a retry.
          if (!isMounted.current) return false
          setTakesFocus(!isField(document.activeElement))
          setPhase('refused')
          return onFailure?.(error)
        },
      }
    },
  }
}

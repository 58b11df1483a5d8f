import type { Sticky } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import { useEffect, useRef, useState } from 'react'
import { leaveText, readLeftChange, readLeftText, takeLeftText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { isSameText } from '#entities/rich-text/same-text.ts'
import { Autosave } from '#entities/work-item/autosave.ts'
import { useLatest } from '#ui/platform/use-latest.ts'

const DELAY = 500
const EMPTY = '<p></p>'

interface Then {
  onSuccess: () => void
  onStored: () => void
  onFailure: () => void
}

/**
 * A note's text: saved half a second after the last key, and on blur. Changes from elsewhere, or
 * the old text after a failure, replace it. Unsaved text is stored in this browser, and offered if
 * the note has changed meanwhile.
 */
export function useNoteText(
  { id, description_html: theirs }: Sticky,
  save: (html: string, then: Then) => void,
) {
  const { id: me } = useMe()
  const name = `sticky ${id}`
  const [left, setLeft] = useState(() => readLeftChange(name, me, theirs, isSameText))
  const [html, setHtml] = useState(left?.isSafe ? left.text : theirs)
  const [focused, setFocused] = useState(false)
  const written = useRef('')
  const send = useLatest(save)
  const [autosave] = useState(
    () =>
      new Autosave<string>({
        delay: DELAY,
        send: async (text) => {
          written.current = text
          const saved = () => {
            if (readLeftText(name, me) === text) takeLeftText(name, me)
          }
          send.current(text, {
            onSuccess: saved,
            onStored: saved,
            onFailure: () => setLeft({ text, base: undefined, at: Date.now(), isSafe: false }),
          })
        },
        onStatus: () => undefined,
      }),
  )

  useEffect(() => {
    if (left?.isSafe) autosave.change(left.text)
  }, [left, autosave])

  // The server sanitizes the text. While the user is typing, their own text coming back is not a
  // change.
  useEffect(() => {
    const isEcho = focused && isSameText(theirs, written.current)
    if (!autosave.isDirty && !isEcho) setHtml(theirs)
  }, [theirs, autosave, focused])

  useEffect(() => {
    const flush = () => void autosave.flush(true)
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [autosave])

  function discard() {
    takeLeftText(name, me)
    setLeft(undefined)
  }

  function change(next: string) {
    setHtml(next)
    setLeft(undefined)
    const text = isEmptyHtml(next) ? EMPTY : next
    if (text === theirs) {
      autosave.forget()
      takeLeftText(name, me)
    } else {
      autosave.change(text)
      leaveText(name, me, text, theirs)
    }
  }

  const isOffered = left && !left.isSafe && !isSameText(left.text, html)
  return {
    html,
    change,
    offered: isOffered ? { onUse: () => change(left.text), onDiscard: discard } : undefined,
    focusProps: {
      onFocus: () => setFocused(true),
      onBlur() {
        setFocused(false)
        void autosave.flush()
      },
    },
  }
}

import type { Sticky } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import { useEffect, useRef, useState } from 'react'
import { isSameText } from '#entities/rich-text/same-text.ts'
import { Autosave } from '#entities/work-item/autosave.ts'
import { useLatest } from '#ui/platform/use-latest.ts'

const DELAY = 500
const EMPTY = '<p></p>'

/**
 * A note's text: saved half a second after the last key, and whenever the note is left. What comes
 * from elsewhere, and what comes back after a failure, takes its place.
 */
export function useNoteText({ description_html: theirs }: Sticky, save: (html: string) => void) {
  const [html, setHtml] = useState(theirs)
  const [focused, setFocused] = useState(false)
  const written = useRef('')
  const send = useLatest(save)
  const [autosave] = useState(
    () =>
      new Autosave<string>({
        delay: DELAY,
        send: async (text) => {
          written.current = text
          send.current(text)
        },
        onStatus: () => undefined,
      }),
  )

  // The server tidies what it is sent. While one is writing, one's own text coming back is no news.
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

  return {
    html,
    change(next: string) {
      setHtml(next)
      const text = isEmptyHtml(next) ? EMPTY : next
      if (text === theirs) autosave.forget()
      else autosave.change(text)
    },
    focusProps: {
      onFocus: () => setFocused(true),
      onBlur() {
        setFocused(false)
        void autosave.flush()
      },
    },
  }
}

import type { Editor } from '@tiptap/react'
import { type RefObject, useEffect, useState } from 'react'

/** Whether the focus is in the text, or in the box that belongs to it. */
export function useNear(editor: Editor, box: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(editor.isFocused)

  useEffect(() => {
    const { dom } = editor.view
    const isNear = (target: EventTarget | null) =>
      target instanceof Node && (dom.contains(target) || Boolean(box.current?.contains(target)))
    const handleFocus = ({ target }: FocusEvent) => setNear(isNear(target))
    setNear(isNear(document.activeElement))
    document.addEventListener('focusin', handleFocus)
    return () => document.removeEventListener('focusin', handleFocus)
  }, [editor, box])

  return near
}

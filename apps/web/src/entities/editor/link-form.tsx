import { toWebLink } from '@cairn/editor'
import type { ChainedCommands, Editor } from '@tiptap/react'
import { Check, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'

interface LinkFormProps {
  editor: Editor
  onDone: () => void
}

/** Edits the URL of the selection, or of the link at the cursor. */
export function LinkForm({ editor, onDone }: LinkFormProps) {
  const { t } = useTranslation()
  const present = (editor.getAttributes('link').href as string | undefined) ?? ''
  const [typed, setTyped] = useState(present)
  const [wrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  useEffect(() => highlightSelection(editor), [editor])

  // Focus the text first: a field removed while focused passes the focus to the box around it.
  function finish(change: ChainedCommands) {
    editor.view.focus()
    change.run()
    onDone()
  }

  function save() {
    const href = toWebLink(typed)
    if (!href) return setWrong(true)
    finish(editor.chain().extendMarkRange('link').setLink({ href }))
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    save()
  }

  return (
    <div className="flex items-start gap-1 p-1">
      <div className="w-64 max-w-full">
        <Input
          hideLabel
          ref={field}
          inputMode="url"
          label={t('editor.link.address')}
          placeholder={t('editor.link.enter')}
          value={typed}
          error={wrong ? t('editor.link.wrong') : undefined}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(false)
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <IconButton icon={Check} label={t('editor.link.save')} onClick={save} />
      {present && (
        <IconButton
          icon={Trash2}
          label={t('editor.link.remove')}
          onClick={() => finish(editor.chain().extendMarkRange('link').unsetLink())}
        />
      )}
    </div>
  )
}

/**
 * Browsers show no selection in a text without the focus. Not by a decoration: the text would be
 * rendered again when it gets the focus back, and the click that focused it would be lost.
 */
function highlightSelection({ state, view }: Editor): (() => void) | undefined {
  if (typeof Highlight === 'undefined') return undefined
  const start = view.domAtPos(state.selection.from)
  const end = view.domAtPos(state.selection.to)
  const range = document.createRange()
  range.setStart(start.node, start.offset)
  range.setEnd(end.node, end.offset)
  CSS.highlights.set('kept-selection', new Highlight(range))
  return () => void CSS.highlights.delete('kept-selection')
}

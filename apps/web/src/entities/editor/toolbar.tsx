import { lookup } from '@cairn/contract'
import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { Format } from './formats.ts'

const stepOf: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

interface ToolbarProps {
  editor: Editor
  label: string
  className?: string
  children: ReactNode
}

/** A row of buttons above or below a text: arrows move in it, Escape leads back to the text. */
export function Toolbar({ editor, label, className, children }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      editor.commands.focus()
      return
    }
    const step = lookup(stepOf, event.key)
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = buttons.indexOf(event.target as HTMLElement)
    if (!step || at === -1) return
    event.preventDefault()
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      data-editor-toolbar
      onKeyDown={handleKeyDown}
      className={classNames('flex items-center gap-0.5', className)}
    >
      {children}
    </div>
  )
}

/** Keeps the text selection when a button is pressed. */
export const preserveSelection = (event: { preventDefault: () => void }) => event.preventDefault()

export function FormatButton({ editor, format }: { editor: Editor; format: Format }) {
  const { t } = useTranslation()
  const on = useEditorState({ editor, selector: () => format.isOn(editor) })
  return (
    <IconButton
      icon={format.icon}
      label={t(`editor.formats.${format.name}` as TextKey)}
      shortcut={format.shortcut}
      pressed={on}
      onMouseDown={preserveSelection}
      onClick={() => format.toggle(editor.chain().focus()).run()}
    />
  )
}

export function FormatButtons({ editor, formats }: { editor: Editor; formats: readonly Format[] }) {
  return formats.map((format) => <FormatButton key={format.name} editor={editor} format={format} />)
}

export const ToolbarLine = () => <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-line" />

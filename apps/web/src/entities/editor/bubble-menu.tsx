import { type Editor, isTextSelection, posToDOMRect, useEditorState } from '@tiptap/react'
import { ChevronDown, LinkIcon, MessageSquarePlus, Palette } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { itemLook } from '#ui/overlays/popup-look.ts'
import { keyOf } from '#ui/platform/hotkeys.ts'
import { FloatingBox } from './floating-box.tsx'
import { alignments, blockFormats, inlineCode, marks } from './formats.ts'
import { LinkForm } from './link-form.tsx'
import { LINK_KEY } from './own-keys.ts'
import { TextColours } from './text-colours.tsx'
import { FormatButton, FormatButtons, preserveSelection, Toolbar, ToolbarLine } from './toolbar.tsx'
import { useNear } from './use-near.ts'

type Panel = 'link' | 'colour' | 'block'

/** Whether text is selected, and the pointer is no longer selecting. */
function useShown(editor: Editor, box: RefObject<HTMLElement | null>) {
  const selected = useEditorState({
    editor,
    selector: () => {
      const { selection, doc } = editor.state
      if (selection.empty || !isTextSelection(selection) || !editor.isEditable) return false
      return doc.textBetween(selection.from, selection.to).trim() !== ''
    },
  })
  const [pressed, setPressed] = useState(false)
  const near = useNear(editor, box)

  useEffect(() => {
    const { dom } = editor.view
    const handleDown = () => setPressed(true)
    const handleUp = () => setPressed(false)
    dom.addEventListener('pointerdown', handleDown)
    window.addEventListener('pointerup', handleUp)
    return () => {
      dom.removeEventListener('pointerdown', handleDown)
      window.removeEventListener('pointerup', handleUp)
    }
  }, [editor])

  return selected && near && !pressed
}

interface BubbleMenuProps {
  editor: Editor
  /** If the other buttons are always visible. */
  linkOnly?: boolean
  /** If passages can be commented on: the key and its action. */
  comment?: { key: string; run: () => void }
}

/** Formatting menu at the selected text. */
export function BubbleMenu({ editor, linkOnly = false, comment }: BubbleMenuProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const shown = useShown(editor, box)
  const [panel, setPanel] = useState<Panel>()
  const [dismissed, setDismissed] = useState(false)

  useEffect(() => {
    if (shown) return
    setPanel(undefined)
    setDismissed(false)
  }, [shown])

  useEffect(() => {
    if (!shown) return
    const { dom } = editor.view
    function handleKey(event: KeyboardEvent) {
      if (keyOf(event) !== LINK_KEY) return
      event.preventDefault()
      setDismissed(false)
      setPanel('link')
    }
    dom.addEventListener('keydown', handleKey)
    return () => dom.removeEventListener('keydown', handleKey)
  }, [shown, editor])

  if (!shown || dismissed || (linkOnly && !panel)) return null
  const { from, to } = editor.state.selection
  return (
    <FloatingBox
      ref={box}
      anchor={() => posToDOMRect(editor.view, from, to)}
      side="top"
      onClose={(byKey) => {
        setDismissed(true)
        if (byKey) editor.view.focus()
      }}
      className="p-1"
    >
      {!linkOnly && bar()}
      {panel === 'link' && (
        <div className={linkOnly ? '' : 'mt-1 border-t border-line-subtle pt-1'}>
          <LinkForm editor={editor} onDone={() => setPanel(undefined)} />
        </div>
      )}
      {panel === 'colour' && (
        <div className="mt-1 border-t border-line-subtle p-1 pt-2">
          <TextColours editor={editor} />
        </div>
      )}
      {panel === 'block' && <BlockPanel editor={editor} onDone={() => setPanel(undefined)} />}
    </FloatingBox>
  )

  function bar() {
    return (
      <Toolbar editor={editor} label={t('editor.format_selection')} className="max-md:flex-wrap">
        <BlockButton editor={editor} open={panel === 'block'} onToggle={() => toggle('block')} />
        <ToolbarLine />
        {comment && (
          <IconButton
            icon={MessageSquarePlus}
            label={t('editor.comment')}
            shortcut={comment.key}
            onMouseDown={preserveSelection}
            onClick={comment.run}
          />
        )}
        <IconButton
          icon={LinkIcon}
          label={t('editor.link.name')}
          shortcut={LINK_KEY}
          aria-expanded={panel === 'link'}
          pressed={editor.isActive('link')}
          onMouseDown={preserveSelection}
          onClick={() => toggle('link')}
        />
        <IconButton
          icon={Palette}
          label={t('editor.colour')}
          aria-expanded={panel === 'colour'}
          onMouseDown={preserveSelection}
          onClick={() => toggle('colour')}
        />
        <ToolbarLine />
        <FormatButtons editor={editor} formats={marks} />
        <FormatButton editor={editor} format={inlineCode} />
        <ToolbarLine />
        <FormatButtons editor={editor} formats={alignments} />
      </Toolbar>
    )
  }

  function toggle(wanted: Panel) {
    setPanel(panel === wanted ? undefined : wanted)
  }
}

interface BlockButtonProps {
  editor: Editor
  open: boolean
  onToggle: () => void
}

/** The kinds of the selected blocks: one, or "Multiple". */
function useBlockName(editor: Editor) {
  return useEditorState({
    editor,
    selector: () => {
      const { from, to } = editor.state.selection
      const kinds = new Set<string>()
      editor.state.doc.nodesBetween(from, to, (node) => {
        if (node.isTextblock) kinds.add(`${node.type.name}${node.attrs.level ?? ''}`)
      })
      if (kinds.size > 1) return 'multiple'
      return blockFormats.findLast((format) => format.isOn(editor))?.name ?? 'text'
    },
  })
}

function BlockButton({ editor, open, onToggle }: BlockButtonProps) {
  const { t } = useTranslation()
  const name = useBlockName(editor)
  return (
    <Button
      variant="ghost"
      aria-expanded={open}
      aria-label={t('editor.turn_into', { now: t(`editor.formats.${name}` as TextKey) })}
      onMouseDown={preserveSelection}
      onClick={onToggle}
      after={<Icon of={ChevronDown} size={14} />}
    >
      {t(`editor.formats.${name}` as TextKey)}
    </Button>
  )
}

function BlockPanel({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { t } = useTranslation()
  const now = useBlockName(editor)
  return (
    <div className="mt-1 grid grid-cols-2 border-t border-line-subtle pt-1">
      {blockFormats.map((format) => (
        <button
          key={format.name}
          type="button"
          aria-pressed={format.name === now}
          onMouseDown={preserveSelection}
          onClick={() => {
            format.toggle(editor.chain().focus()).run()
            onDone()
          }}
          className={`${itemLook} focus-inset hover:bg-hover aria-pressed:bg-pressed`}
        >
          <Icon of={format.icon} className="text-ink-3" />
          {t(`editor.formats.${format.name}` as TextKey)}
        </button>
      ))}
    </div>
  )
}

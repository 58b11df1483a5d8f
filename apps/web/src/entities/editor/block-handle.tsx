import { NodeSelection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import { ArrowDown, ArrowUp, Copy, GripVertical, Trash2 } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'

interface Block {
  at: number
  top: number
}

interface BlockHandleProps {
  editor: Editor
  /** The box around the text; the handle stands left of it. */
  host: RefObject<HTMLElement | null>
}

/** The block next to the pointer, and the position of its first line. */
function blockUnder(editor: Editor, host: HTMLElement, y: number): Block | undefined {
  const { dom } = editor.view
  const element = [...dom.children].find((child) => {
    const { top, bottom } = child.getBoundingClientRect()
    return y >= top - 4 && y <= bottom + 4
  })
  if (!element || element.classList.contains('upload')) return undefined
  const place = editor.state.doc.resolve(editor.view.posAtDOM(element, 0))
  const at = place.depth > 0 ? place.before(1) : place.pos
  const line = Number.parseFloat(getComputedStyle(element).lineHeight) || 22
  const { top } = element.getBoundingClientRect()
  return { at, top: top - host.getBoundingClientRect().top + (Math.min(line, 32) - 24) / 2 }
}

/** Left of the block under the pointer: drags the block, or opens its menu. */
export function BlockHandle({ editor, host }: BlockHandleProps) {
  const { t } = useTranslation()
  const [block, setBlock] = useState<Block>()
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const box = host.current
    if (!box || open) return
    const handleMove = ({ clientY }: PointerEvent) => {
      const next = blockUnder(editor, box, clientY)
      if (next) setBlock((now) => (now?.at === next.at && now.top === next.top ? now : next))
    }
    const handleLeave = () => setBlock(undefined)
    const handleChange = () => setBlock(undefined)
    box.addEventListener('pointermove', handleMove)
    box.addEventListener('pointerleave', handleLeave)
    editor.on('update', handleChange)
    return () => {
      box.removeEventListener('pointermove', handleMove)
      box.removeEventListener('pointerleave', handleLeave)
      editor.off('update', handleChange)
    }
  }, [editor, host, open])

  if (!block) return null
  const { at, top } = block

  function handleDragStart(event: DragEvent) {
    const { view, state } = editor
    const selection = NodeSelection.create(state.doc, at)
    view.dispatch(state.tr.setSelection(selection))
    const slice = selection.content()
    const { dom, text } = view.serializeForClipboard(slice)
    event.dataTransfer.setData('text/html', dom.innerHTML)
    event.dataTransfer.setData('text/plain', text)
    event.dataTransfer.effectAllowed = 'copyMove'
    const shown = view.nodeDOM(at)
    if (shown instanceof HTMLElement) event.dataTransfer.setDragImage(shown, 0, 0)
    // The editor handles the drop: it shows the line and removes the block from its old place.
    view.dragging = { slice, move: true }
  }

  return (
    <div className="absolute -left-4 max-md:hidden" style={{ top }}>
      <Menu
        open={open}
        onOpenChange={setOpen}
        trigger={
          <IconButton
            size="sm"
            icon={GripVertical}
            label={t('editor.block.handle')}
            draggable
            className="w-4 cursor-grab"
            onDragStart={handleDragStart}
            onDragEnd={() => {
              editor.view.dragging = null
            }}
          />
        }
        items={[
          {
            label: t('editor.block.up'),
            icon: ArrowUp,
            shortcut: 'alt+shift+up',
            onSelect: () => editor.chain().focus().moveBlock('up', at).run(),
          },
          {
            label: t('editor.block.down'),
            icon: ArrowDown,
            shortcut: 'alt+shift+down',
            onSelect: () => editor.chain().focus().moveBlock('down', at).run(),
          },
          {
            label: t('editor.block.duplicate'),
            icon: Copy,
            shortcut: 'mod+shift+d',
            onSelect: () => editor.chain().focus().duplicateBlock(at).run(),
          },
          'line',
          {
            label: t('editor.block.delete'),
            icon: Trash2,
            danger: true,
            onSelect: () => editor.chain().focus().removeBlock(at).run(),
          },
        ]}
      />
    </div>
  )
}

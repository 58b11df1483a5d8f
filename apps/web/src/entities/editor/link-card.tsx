import { type Editor, getMarkRange, posToDOMRect, useEditorState } from '@tiptap/react'
import { Copy, Pencil, Unlink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'
import { FloatingBox } from './floating-box.tsx'
import { LinkForm } from './link-form.tsx'
import { preserveSelection, Toolbar } from './toolbar.tsx'
import { useNear } from './use-near.ts'

/** The link at the cursor, while nothing is selected. */
const linkAt = (editor: Editor) => {
  const { selection, schema } = editor.state
  const type = schema.marks.link
  if (!type || !selection.empty || !editor.isEditable) return null
  const range = getMarkRange(selection.$from, type)
  const href = editor.getAttributes('link').href as string | undefined
  return range && href ? { ...range, href } : null
}

/** Card below a link: open, copy, edit or remove it. */
export function LinkCard({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const link = useEditorState({ editor, selector: () => linkAt(editor) })
  const box = useRef<HTMLDivElement>(null)
  const near = useNear(editor, box)
  const [editing, setEditing] = useState(false)
  const [dismissed, setDismissed] = useState<string>()
  const place = link ? `${link.from} ${link.href}` : undefined

  useEffect(() => {
    setEditing(false)
    if (!place) setDismissed(undefined)
  }, [place])

  if (!link || place === dismissed || !near) return null
  const { from, to, href } = link
  return (
    <FloatingBox
      ref={box}
      anchor={() => posToDOMRect(editor.view, from, to)}
      onClose={(byKey) => {
        setDismissed(place)
        if (byKey) editor.view.focus()
      }}
      className="p-1"
    >
      {editing ? (
        <LinkForm editor={editor} onDone={() => setEditing(false)} />
      ) : (
        <Toolbar editor={editor} label={t('editor.link.name')}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="link max-w-60 truncate px-1.5"
          >
            {shortAddress(href)}
          </a>
          <IconButton
            icon={Copy}
            label={t('editor.link.copy')}
            onMouseDown={preserveSelection}
            onClick={async () => {
              if (await copyText(href)) toast({ kind: 'success', title: t('editor.link.copied') })
            }}
          />
          <IconButton
            icon={Pencil}
            label={t('editor.link.edit')}
            onMouseDown={preserveSelection}
            onClick={() => setEditing(true)}
          />
          <IconButton
            icon={Unlink}
            label={t('editor.link.remove')}
            onMouseDown={preserveSelection}
            onClick={() => editor.chain().focus().extendMarkRange('link').unsetLink().run()}
          />
        </Toolbar>
      )}
    </FloatingBox>
  )
}

const shortAddress = (href: string) => (href.length > 40 ? `${href.slice(0, 40)}…` : href)

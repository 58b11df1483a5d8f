import { type Editor, useEditorState } from '@tiptap/react'
import { ImageIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { alignments, inlineCode, lists, marks, quote } from './formats.ts'
import { FormatButtons, preserveSelection, Toolbar, ToolbarLine } from './toolbar.tsx'

interface FixedToolbarProps {
  editor: Editor
  pickPicture: (() => void) | undefined
  actions: ReactNode
}

/**
 * Below a comment: always visible; on small screens once the user begins to write, scrolled by
 * touch.
 */
export function FixedToolbar({ editor, pickPicture, actions }: FixedToolbarProps) {
  const { t } = useTranslation()
  const empty = useEditorState({ editor, selector: () => editor.isEmpty })
  return (
    <div
      className={classNames(
        'flex items-center gap-2 px-1.5 pb-1.5',
        empty && 'max-md:hidden max-md:group-focus-within/editor:flex',
      )}
    >
      <Toolbar
        editor={editor}
        label={t('editor.formatting')}
        className="min-w-0 grow overflow-x-auto p-0.5 [scrollbar-width:none]"
      >
        <FormatButtons editor={editor} formats={marks} />
        <ToolbarLine />
        <FormatButtons editor={editor} formats={alignments} />
        <ToolbarLine />
        <FormatButtons editor={editor} formats={Object.values(lists)} />
        <ToolbarLine />
        <FormatButtons editor={editor} formats={[quote, inlineCode]} />
        {pickPicture && (
          <IconButton
            icon={ImageIcon}
            label={t('editor.image')}
            onMouseDown={preserveSelection}
            onClick={pickPicture}
          />
        )}
      </Toolbar>
      {actions}
    </div>
  )
}

import type { Editor } from '@tiptap/react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { lists, marks } from './formats.ts'
import { NoteBar } from './note-bar.tsx'
import { FormatButtons, Toolbar } from './toolbar.tsx'

const ofNotes = [
  ...marks.filter(({ name }) => name === 'bold' || name === 'italic'),
  lists.todo,
] as const

interface NoteToolbarProps {
  editor: Editor
  lead: ReactNode
  actions: ReactNode
}

/** Below a note: bold, italic, to-dos, and actions passed in. */
export function NoteToolbar({ editor, lead, actions }: NoteToolbarProps) {
  const { t } = useTranslation()
  return (
    <NoteBar lead={lead} actions={actions}>
      <Toolbar editor={editor} label={t('editor.formatting')}>
        <FormatButtons editor={editor} formats={ofNotes} />
      </Toolbar>
    </NoteBar>
  )
}

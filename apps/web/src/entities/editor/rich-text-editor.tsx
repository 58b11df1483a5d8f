import { isEmptyHtml } from '@cairn/editor'
import { EditorContent, type UseEditorOptions, useEditor } from '@tiptap/react'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { EditorProps } from '#entities/rich-text/editor-props.ts'
import { useLatest } from '#ui/platform/use-latest.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { BlockHandle } from './block-handle.tsx'
import { BubbleMenu } from './bubble-menu.tsx'
import { editorExtensions } from './editor-extensions.ts'
import { FixedToolbar } from './fixed-toolbar.tsx'
import { LinkCard } from './link-card.tsx'
import { NoteToolbar } from './note-toolbar.tsx'
import { ownKeys } from './own-keys.ts'
import { PictureInput } from './picture-input.tsx'
import { writerOf } from './shared-change.ts'
import { SuggestionMenu } from './suggestion-menu.tsx'
import { suggestionStore } from './suggestions.ts'
import { TableBar } from './table-bar.tsx'
import { takeOver } from './take-over.ts'
import { Uploads } from './uploads.ts'
import { useUploads } from './use-uploads.ts'
import '#entities/rich-text/rich-text.css'
import './editor.css'

const frame =
  'rounded-lg border border-line-strong bg-surface focus-within:border-focus ' +
  'focus-within:outline-1 focus-within:outline-focus'

export default function RichTextEditor(props: EditorProps) {
  const { value, label, readOnly = false, toolbar = 'bubble', minHeight, upload, ref } = props
  const { sharing } = props
  const latest = useLatest(props)
  const host = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const lastReported = useRef(value)
  const [store] = useState(suggestionStore)
  const uploads = useUploads(latest)
  const pickPicture = () => picker.current?.click()

  // Created once: new options in every render would set the editor up again.
  const [options] = useState<UseEditorOptions>(() => ({
    ...(!sharing && { content: value }),
    editable: !readOnly,
    autofocus: props.autoFocus ? 'end' : false,
    injectCSS: false,
    // Created at once, it could be discarded before it is shown, while its menus use it.
    immediatelyRender: false,
    extensions: [
      ...editorExtensions({
        props: () => latest.current,
        store,
        pickPicture,
        shared: sharing !== undefined,
      }),
      Uploads.configure(uploads),
      ...(sharing ? [sharing] : []),
    ],
    editorProps: {
      attributes: (state) => ({
        ...ownKeys(state),
        class: 'rich-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': latest.current.label,
        ...(latest.current.readOnly && { 'aria-readonly': 'true' }),
      }),
    },
    onUpdate: ({ editor, transaction }) => {
      lastReported.current = editor.getHTML()
      latest.current.onChange(lastReported.current, writerOf(transaction))
    },
  }))
  const editor = useEditor(options)

  useEffect(() => {
    if (!editor) return
    if (!sharing && value !== lastReported.current) takeOver(editor, value)
    lastReported.current = value
  }, [editor, value, sharing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the name is read by the editor's attributes
  useEffect(() => editor?.setEditable(!readOnly, false), [editor, readOnly, label])

  useImperativeHandle(
    ref,
    () => ({
      focus: () => void editor?.commands.focus('end'),
      clear: () => void editor?.commands.clearContent(true),
      setHtml: (html) => void editor?.commands.setContent(html),
      isEmpty: () => editor?.isEmpty ?? isEmptyHtml(lastReported.current),
    }),
    [editor],
  )

  const fixed = toolbar === 'fixed'
  const floating = toolbar === 'bubble'
  return (
    <div ref={host} className={classNames('group/editor relative', fixed && !readOnly && frame)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press below the last line goes to it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the text itself */}
      <div
        style={{ minHeight: minHeight ?? (fixed ? 44 : 66) }}
        onClick={({ target, currentTarget }) =>
          target === currentTarget && editor?.commands.focus('end')
        }
        className={classNames('cursor-text', fixed && 'max-h-80 overflow-y-auto px-3 pt-2.5')}
      >
        <EditorContent editor={editor} />
      </div>
      {editor && !readOnly && (
        <>
          {fixed && (
            <FixedToolbar
              editor={editor}
              pickPicture={upload && pickPicture}
              actions={props.actions}
            />
          )}
          {toolbar === 'note' && (
            <NoteToolbar editor={editor} lead={props.lead} actions={props.actions} />
          )}
          <BubbleMenu editor={editor} linkOnly={!floating} />
          {floating && <BlockHandle editor={editor} host={host} />}
          <LinkCard editor={editor} />
          <TableBar editor={editor} />
          <SuggestionMenu editor={editor} store={store} />
        </>
      )}
      <PictureInput ref={picker} editor={editor} uploads={uploads} />
    </div>
  )
}

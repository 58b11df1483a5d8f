import type { FoundItem } from '@cairn/contract'
import { type Editor, EditorContent, type UseEditorOptions, useEditor } from '@tiptap/react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { BlockHandle } from '#entities/editor/block-handle.tsx'
import { BubbleMenu } from '#entities/editor/bubble-menu.tsx'
import { editorExtensions } from '#entities/editor/editor-extensions.ts'
import { LinkCard } from '#entities/editor/link-card.tsx'
import { ownKeys } from '#entities/editor/own-keys.ts'
import { PictureInput } from '#entities/editor/picture-input.tsx'
import { SuggestionMenu } from '#entities/editor/suggestion-menu.tsx'
import { suggestionStore } from '#entities/editor/suggestions.ts'
import { TableBar } from '#entities/editor/table-bar.tsx'
import { Uploads } from '#entities/editor/uploads.ts'
import { useUploads } from '#entities/editor/use-uploads.ts'
import type { EditorProps } from '#entities/rich-text/editor-props.ts'
import { collaboration } from '#entities/shared-text/collaboration.ts'
import type { TextSession } from '#entities/shared-text/session.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { useLatest } from '#ui/platform/use-latest.ts'
import { COMMENT_KEY, type CommentAnchors, commentAnchors } from './comment-anchors.ts'
import type { PageScope } from './page-list.ts'
import { useSubPageBlock } from './use-sub-page-block.ts'
import '#entities/rich-text/rich-text.css'
import '#entities/editor/editor.css'

const WorkItemPicker = lazy(() => import('#entities/work-item/parent-dialog.tsx'))

/** The text being edited, and what the toolbar above it needs. */
export interface Writing {
  editor: Editor
  pickPicture: () => void
  anchors: CommentAnchors
}

export interface PageEditorProps extends Pick<EditorProps, 'mentions' | 'upload' | 'onBusy'> {
  scope: PageScope
  pageId: string
  session: TextSession
  label: string
  readOnly: boolean
  nameOf: (id: string) => string
  /** The user wants to comment on the selected passage. */
  onComment: (anchors: CommentAnchors) => void
  onThread: (id: string) => void
  onWriting: (writing: Writing | undefined) => void
}

export default function PageEditor(props: PageEditorProps) {
  const { scope, pageId, session, label, readOnly, onWriting } = props
  const { t } = useTranslation()
  const latest = useLatest(props)
  const host = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [store] = useState(suggestionStore)
  const [picking, setPicking] = useState(false)
  const uploads = useUploads(latest)
  const [pickPicture] = useState(() => () => picker.current?.click())
  const addSubPage = useRef<() => void>(undefined)

  const [anchors] = useState(() => {
    const made: CommentAnchors = commentAnchors(session, {
      onComment: () => latest.current.readOnly || latest.current.onComment(made),
      onOpen: (id) => latest.current.onThread(id),
    })
    return made
  })

  // Created once: new options would set up the editor again on every render.
  const [options] = useState<UseEditorOptions>(() => ({
    editable: !readOnly,
    injectCSS: false,
    immediatelyRender: false,
    extensions: [
      ...editorExtensions({
        props: () => ({
          mentions: latest.current.mentions,
          upload: latest.current.readOnly ? undefined : latest.current.upload,
          placeholder: t('pages.empty_text'),
        }),
        store,
        pickPicture,
        pickWorkItem: () => setPicking(true),
        addSubPage: () => addSubPage.current,
        shared: true,
      }),
      Uploads.configure(uploads),
      collaboration({ ...session, nameOf: (id) => latest.current.nameOf(id) }),
      anchors.extension,
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
  }))
  const editor = useEditor(options)
  addSubPage.current = useSubPageBlock(scope, pageId, editor)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the name is read by the editor's attributes
  useEffect(() => editor?.setEditable(!readOnly, false), [editor, readOnly, label])

  useEffect(() => {
    if (!editor) return
    onWriting({ editor, pickPicture, anchors })
    return () => onWriting(undefined)
  }, [editor, pickPicture, anchors, onWriting])

  function insert({ id, project_id, workspace__slug }: FoundItem) {
    const attrs = { item: id, project: project_id, workspace: workspace__slug }
    editor?.chain().focus().insertWholeBlock({ type: 'workItemEmbed', attrs }).run()
  }

  return (
    <div ref={host} className="group/editor relative">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press below the last line goes to it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the text itself */}
      <div
        onClick={({ target, currentTarget }) =>
          target === currentTarget && editor?.commands.focus('end')
        }
        className="min-h-[50vh] cursor-text pb-[30vh]"
      >
        <EditorContent editor={editor} />
      </div>
      {editor && !readOnly && (
        <>
          <BubbleMenu
            editor={editor}
            comment={{ key: COMMENT_KEY, run: () => props.onComment(anchors) }}
          />
          <BlockHandle editor={editor} host={host} />
          <LinkCard editor={editor} />
          <TableBar editor={editor} />
          <SuggestionMenu editor={editor} store={store} />
        </>
      )}
      <PictureInput ref={picker} editor={editor} uploads={uploads} />
      {picking && (
        <Suspense>
          <WorkItemPicker
            {...scope}
            item_id=""
            other={{ title: t('pages.embed_title'), wanted: {} }}
            onPick={insert}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

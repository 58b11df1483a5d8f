import { type HeardComment, MEMBER } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import { Globe, Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readLeftText, useLeaveText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import type { EditorHandle } from '#entities/rich-text/editor-props.ts'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { Editor } from '#features/editor/editor.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { toast } from '#ui/toast.ts'
import { useCreateComment, useDraftComment } from './hooks.ts'
import { useCommentPictures } from './use-comment-pictures.ts'

/** Says something about the item: Enter sends, Shift+Enter starts a new line. */
export function CommentBox() {
  const { t } = useTranslation()
  const page = useItemPage()
  const { project } = page
  const place = placeOf(page)
  const editor = useRef<EditorHandle>(null)
  const { id: me } = useMe()
  const draftKey = `comment ${place.id}`
  const [html, setHtml] = useState(() => readLeftText(draftKey, me) ?? '')
  useLeaveText(draftKey, me, () => (isEmptyHtml(html) ? undefined : html))
  const [uploading, setUploading] = useState(false)
  const mentions = useMentionable(page)
  const create = useCreateComment(place)
  const draftOf = useDraftComment(place)
  const pictures = useCommentPictures(place)
  const [access, setAccess] = useState<HeardComment['access']>('INTERNAL')
  const isOpen = access === 'EXTERNAL'
  const mayOpen = project.anchor !== null && (project.member_role ?? 0) >= MEMBER
  const sendable = !isEmptyHtml(html) && !uploading

  function handleSubmit() {
    if (!sendable) return
    const draft = draftOf(html, access)
    const assets = pictures.take(html)
    setHtml('')
    // The next one stays inside unless it is said again.
    setAccess('INTERNAL')
    editor.current?.clear()
    create.mutate(
      { draft, assets },
      {
        onSuccess: () => toast({ kind: 'success', title: t('comments.created') }),
        // What was written comes back, unless something new is being written already.
        onFailure: () => {
          if (!editor.current?.isEmpty()) return
          setHtml(draft.comment_html)
          editor.current.setHtml(draft.comment_html)
        },
      },
    )
  }

  return (
    <Editor
      ref={editor}
      value={html}
      onChange={setHtml}
      label={t('comments.add')}
      placeholder={t('comments.add')}
      toolbar="fixed"
      submitOnEnter
      onSubmit={handleSubmit}
      mentions={mentions}
      upload={pictures.upload}
      onBusy={setUploading}
      actions={
        <>
          {mayOpen && (
            <IconButton
              size="sm"
              icon={isOpen ? Globe : Lock}
              label={t(isOpen ? 'comments.is_public' : 'comments.is_internal')}
              pressed={isOpen}
              onClick={() => setAccess(isOpen ? 'INTERNAL' : 'EXTERNAL')}
            />
          )}
          <Button size="sm" variant="primary" disabled={!sendable} onClick={handleSubmit}>
            {t('comments.send')}
          </Button>
        </>
      }
    />
  )
}

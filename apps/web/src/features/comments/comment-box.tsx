import { type HeardComment, MEMBER } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import { Globe, Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import { isAnswer } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { readLeftText, useLeaveText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Editor } from '#entities/editor/editor.tsx'
import type { EditorHandle } from '#entities/rich-text/editor-props.ts'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useCreateComment, useDraftComment } from './hooks.ts'
import { useCommentPictures } from './use-comment-pictures.ts'
import { useUnanswered } from './use-unanswered.ts'

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
  const unanswered = useRef<{ id: string; comment_html: string }>(undefined)
  const storeUnanswered = useUnanswered(place, me, (sent) => {
    if (!putBack(sent.comment_html)) return
    unanswered.current = sent
  })

  /** Unless something new is being written already. */
  function putBack(comment_html: string) {
    if (editor.current?.isEmpty() === false) return false
    setHtml(comment_html)
    editor.current?.setHtml(comment_html)
    return true
  }

  function handleSubmit() {
    if (!sendable) return
    const before = unanswered.current
    // The same id again: should the first one have arrived after all, there is no second.
    const draft = draftOf(html, access, before?.comment_html === html ? before.id : undefined)
    unanswered.current = undefined
    const assets = pictures.take(html)
    setHtml('')
    // The next one stays inside unless it is said again.
    setAccess('INTERNAL')
    editor.current?.clear()
    const answered = storeUnanswered(draft)
    create.mutate(
      { draft, assets },
      {
        onSuccess: () => {
          answered()
          toast({ kind: 'success', title: t('comments.created') })
        },
        onFailure: (error) => {
          if (isAnswer(error)) answered()
          else unanswered.current = draft
          putBack(draft.comment_html)
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

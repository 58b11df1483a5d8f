import { type HeardComment, MEMBER } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import { Globe, Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import { isAnswer } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { leaveText, readLeftText, takeLeftText, useLeaveText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { DraftNote } from '#entities/left-text/left-text-notes.tsx'
import type { EditorHandle } from '#entities/rich-text/editor-props.ts'
import { isSameText } from '#entities/rich-text/same-text.ts'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useCreateComment, useDraftComment } from './hooks.ts'
import { useCommentPictures } from './use-comment-pictures.ts'
import { useUnanswered } from './use-unanswered.ts'

/** Storage key of an unsent comment or reply. */
export const draftKeyOf = (item_id: string, thread?: string) =>
  thread ? `reply ${thread}` : `comment ${item_id}`

interface CommentBoxProps {
  /** The comment it replies to. */
  answers?: { thread: string; parent: string; onDone: () => void }
}

/** A new comment: Enter sends, Shift+Enter starts a new line. */
export function CommentBox({ answers }: CommentBoxProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { project } = page
  const place = placeOf(page)
  const editor = useRef<EditorHandle>(null)
  const { id: me } = useMe()
  const draftKey = draftKeyOf(place.id, answers?.thread)
  const [html, setHtml] = useState(() => readLeftText(draftKey, me) ?? '')
  const [isDraft, setDraft] = useState(html !== '')
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
  const storeUnanswered = useUnanswered(
    place,
    { draftKey, owner: me },
    {
      onMissing: (sent) => {
        if (putBack(sent.comment_html)) unanswered.current = sent
      },
      onThere: (sent) => {
        if (!isSameText(html, sent.comment_html)) return
        empty()
        answers?.onDone()
      },
    },
  )

  /** Unless a new text is already being written. */
  function putBack(comment_html: string) {
    if (editor.current?.isEmpty() === false) return false
    leaveText(draftKey, me, comment_html)
    setHtml(comment_html)
    setDraft(true)
    editor.current?.setHtml(comment_html)
    return true
  }

  function empty() {
    takeLeftText(draftKey, me)
    setHtml('')
    setDraft(false)
    editor.current?.clear()
  }

  function handleDiscard() {
    empty()
    if (answers) answers.onDone()
    else editor.current?.focus()
  }

  function handleSubmit() {
    if (!sendable) return
    const before = unanswered.current
    // The same id again: if the first request arrived after all, there is no second comment.
    const draft = draftOf({
      ...{ comment_html: html, access, parent: answers?.parent ?? null },
      id: before?.comment_html === html ? before.id : undefined,
    })
    unanswered.current = undefined
    const assets = pictures.take(html)
    empty()
    // The next one is internal unless selected again.
    setAccess('INTERNAL')
    const answered = storeUnanswered(draft)
    create.mutate(
      { draft, assets },
      {
        onSuccess: answered,
        onStored: answered,
        onFailure: (error) => {
          if (isAnswer(error)) answered()
          else unanswered.current = draft
          putBack(draft.comment_html)
        },
      },
    )
  }

  const label = t(answers ? 'comments.reply' : 'comments.add')
  return (
    <Editor
      ref={editor}
      value={html}
      onChange={setHtml}
      label={label}
      placeholder={label}
      autoFocus={answers !== undefined && !isDraft}
      toolbar="fixed"
      submitOnEnter
      onSubmit={handleSubmit}
      mentions={mentions}
      upload={pictures.upload}
      onBusy={setUploading}
      actions={
        <>
          {isDraft && !isEmptyHtml(html) ? (
            <DraftNote className="mr-1" onDiscard={handleDiscard} />
          ) : (
            answers && (
              <Button size="sm" variant="ghost" onClick={handleDiscard}>
                {t('common.cancel')}
              </Button>
            )
          )}
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
            {t(answers ? 'comments.reply' : 'comments.send')}
          </Button>
        </>
      }
    />
  )
}

import { isEmptyHtml } from '@cairn/editor'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { leaveText, takeLeftText, useLeaveText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { Button } from '#ui/controls/button.tsx'
import type { Anchor, CommentAnchors } from './comment-anchors.ts'
import { type CommentScope, useCreateComment } from './comment-hooks.ts'

/** A comment being written, and the passage it is about. */
export interface BegunComment {
  quote: string
  anchor?: Anchor | undefined
  /** The draft text when the page was left or the server rejected it. */
  html?: string
}

export const begunName = ({ id }: { id: string }) => `page comment ${id}`

interface CommentComposerProps {
  scope: CommentScope
  begun: BegunComment
  anchors: CommentAnchors | undefined
  /** Called with the id of the new comment. */
  onDone: (id?: string) => void
}

/** The first words about a passage: Enter sends, Shift+Enter starts a new line. */
export function CommentComposer({ scope, begun, anchors, onDone }: CommentComposerProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const [html, setHtml] = useState(begun.html ?? '')
  const mentions = useMentionable({ slug: scope.slug, project: { id: scope.project_id } })
  const create = useCreateComment(scope)
  const { quote } = begun
  const anchorNow = () => anchors?.draft() ?? begun.anchor
  const name = begunName(scope)
  const written = () => JSON.stringify({ quote, html, anchor: anchorNow() })
  useLeaveText(name, me, () => (isEmptyHtml(html) ? undefined : written()))
  const sendable = !isEmptyHtml(html)

  function handleSend() {
    if (!sendable) return
    const anchor = anchorNow()
    const text = written()
    takeLeftText(name, me)
    const id: string = create.mutate(
      { comment_html: html, quote },
      {
        onFailure: () => {
          anchors?.detach(id)
          leaveText(name, me, text)
        },
      },
    )
    if (anchor) anchors?.attach(id, anchor)
    onDone(id)
  }

  function handleCancel() {
    takeLeftText(name, me)
    anchors?.abandon()
    onDone()
  }

  return (
    <section aria-label={t('page_comments.add_to')} className="flex flex-col gap-2">
      <Quote text={quote} />
      <Editor
        value={html}
        onChange={setHtml}
        label={t('page_comments.placeholder')}
        placeholder={t('page_comments.placeholder')}
        toolbar="fixed"
        autoFocus
        submitOnEnter
        onSubmit={handleSend}
        mentions={mentions}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={handleCancel}>
          {t('page_comments.cancel')}
        </Button>
        <Button size="sm" variant="primary" disabled={!sendable} onClick={handleSend}>
          {t('page_comments.send')}
        </Button>
      </div>
    </section>
  )
}

/** The text of the passage. */
export const Quote = ({ text }: { text: string }) => (
  <span className="line-clamp-2 border-l-2 border-warning-line pl-2 text-small wrap-anywhere text-ink-2">
    {text}
  </span>
)

import type { PageComment } from '@cairn/contract'
import type { Editor } from '@tiptap/react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { type CommentAnchors, showPassage } from './comment-anchors.ts'
import { type BegunComment, CommentComposer } from './comment-composer.tsx'
import { type CommentScope, usePageComments } from './comment-hooks.ts'
import { CommentThread, type Thread } from './comment-thread.tsx'
import type { Passage } from './find-quote.ts'

export interface Discussion {
  anchors: CommentAnchors | undefined
  /** The passage being commented on. */
  begun: BegunComment | undefined
  onBegun: (begun: BegunComment | undefined) => void
  /** Id of the open thread: its first comment or any other. */
  active: string | undefined
  onActive: (id: string | undefined) => void
}

interface PageCommentsProps extends Discussion {
  scope: CommentScope
  editor: Editor | null
  mayWrite: boolean
  /** Where the pane covers the text, it closes to show the passage. */
  onClose: () => void
}

const nowhere: ReadonlyMap<string, Passage> = new Map()
const never = () => () => undefined

/** In the order of the text; threads whose passage was removed come last. */
function threadsOf(comments: readonly PageComment[], passages: ReadonlyMap<string, Passage>) {
  const answers = Map.groupBy(comments, ({ parent }) => parent)
  const placeOf = ({ first }: Thread) => passages.get(first.id)?.from ?? Number.POSITIVE_INFINITY
  return (answers.get(null) ?? [])
    .map((first): Thread => ({ first, answers: answers.get(first.id) ?? [] }))
    .sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
}

/** Comments on passages of the page, which can be answered and resolved. */
export function PageComments(props: PageCommentsProps) {
  const { scope, editor, mayWrite, anchors, begun, onBegun, active, onActive, onClose } = props
  const { t } = useTranslation()
  const small = useSmallScreen()
  const { data: comments, isError, refetch } = usePageComments(scope)
  const passages = useSyncExternalStore(
    anchors?.subscribe ?? never,
    () => anchors?.get().passages ?? nowhere,
  )
  const [showsResolved, setShowsResolved] = useState(false)

  if (!comments) {
    if (!isError) return <SkeletonRows count={4} />
    return (
      <div className="py-8 text-center">
        <p className="text-ink-2">{t('page_comments.not_loaded')}</p>
        <Button className="mt-3" onClick={() => void refetch()}>
          {t('common.try_again')}
        </Button>
      </div>
    )
  }
  const threads = threadsOf(comments, passages)
  const current = comments.find(({ id }) => id === active)
  const activeThread = current?.parent ?? current?.id
  const isShown = ({ first }: Thread) =>
    !first.resolved_at || showsResolved || first.id === activeThread
  const resolved = threads.filter(({ first }) => first.resolved_at)

  function handlePassage(id: string, passage: Passage) {
    if (small) onClose()
    else onActive(id)
    if (editor) showPassage(editor, passage)
  }

  return (
    <div className="flex flex-col gap-3">
      {begun && (
        <CommentComposer
          scope={scope}
          begun={begun}
          anchors={anchors}
          onDone={(id) => {
            onBegun(undefined)
            if (id) onActive(id)
            else editor?.view.focus()
          }}
        />
      )}
      {threads.filter(isShown).length === 0 && !begun && (
        <div className="py-8 text-center">
          <p className="font-medium">{t('page_comments.none')}</p>
          <p className="mt-1 text-ink-2">
            {t(mayWrite ? 'page_comments.none_text' : 'page_comments.none_read')}
          </p>
        </div>
      )}
      <ul aria-label={t('page_comments.list')} className="flex flex-col gap-3">
        {threads.filter(isShown).map((thread) => (
          <CommentThread
            key={thread.first.id}
            scope={scope}
            thread={thread}
            passage={passages.get(thread.first.id)}
            isActive={thread.first.id === activeThread}
            mayWrite={mayWrite}
            onPassage={handlePassage}
            onRemoved={(id) => anchors?.detach(id)}
          />
        ))}
      </ul>
      {resolved.length > 0 && (
        <Button
          variant="ghost"
          aria-expanded={showsResolved}
          onClick={() => setShowsResolved(!showsResolved)}
        >
          {showsResolved
            ? t('page_comments.hide_resolved')
            : t('page_comments.show_resolved', { count: resolved.length })}
        </Button>
      )}
    </div>
  )
}

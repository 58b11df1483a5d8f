import { canChangePageComment, canRemovePageComment, type PageComment } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import { Check, Ellipsis, Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readLeftText, takeLeftText, useLeaveText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { awaitField } from '#ui/controls/typed-ahead.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { Quote } from './comment-composer.tsx'
import {
  type CommentScope,
  useChangeComment,
  useCreateComment,
  useRemoveComment,
  useResolveComment,
} from './comment-hooks.ts'
import type { Passage } from './find-quote.ts'
import { usePageCaller } from './use-page-caller.ts'

export interface Thread {
  first: PageComment
  answers: readonly PageComment[]
}

interface CommentThreadProps {
  scope: CommentScope
  thread: Thread
  /** Undefined where the text was removed. */
  passage: Passage | undefined
  isActive: boolean
  mayWrite: boolean
  onPassage: (id: string, passage: Passage) => void
  onRemoved: (id: string) => void
}

export function CommentThread(props: CommentThreadProps) {
  const { scope, thread, passage, isActive, mayWrite, onPassage, onRemoved } = props
  const { first, answers } = thread
  const { t } = useTranslation()
  const card = useRef<HTMLElement>(null)
  const people = usePeople(scope.slug)
  const resolve = useResolveComment(scope)
  const isResolved = first.resolved_at !== null

  useEffect(() => {
    if (isActive) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])

  return (
    <li>
      <article
        ref={card}
        aria-label={t('page_comments.thread', { quote: first.quote })}
        aria-current={isActive ? 'true' : undefined}
        className={classNames(
          'rounded-lg border bg-surface px-3 py-2',
          isActive ? 'border-accent' : 'border-line',
        )}
      >
        <div className="flex items-start gap-1">
          <div className="min-w-0 grow py-0.5">
            {passage ? (
              <button
                type="button"
                aria-label={t('page_comments.passage', { quote: first.quote })}
                onClick={() => onPassage(first.id, passage)}
                className="block w-full rounded-sm text-left hover:bg-hover"
              >
                <Quote text={first.quote} />
              </button>
            ) : (
              <>
                <Quote text={first.quote} />
                <p className="mt-0.5 text-small text-ink-3">{t('page_comments.removed')}</p>
              </>
            )}
          </div>
          {mayWrite && (
            <IconButton
              size="sm"
              icon={isResolved ? RotateCcw : Check}
              label={t(isResolved ? 'page_comments.reopen' : 'page_comments.resolve')}
              onClick={() => resolve.mutate({ id: first.id, patch: { isResolved: !isResolved } })}
            />
          )}
        </div>
        {[first, ...answers].map((comment) => (
          <Said
            key={comment.id}
            scope={scope}
            comment={comment}
            mayWrite={mayWrite}
            onRemoved={onRemoved}
          />
        ))}
        {isResolved && (
          <p className="mt-1 text-small text-ink-3">
            {t('page_comments.resolved_by', {
              name: people.get(first.resolved_by ?? '')?.name ?? t('page_comments.somebody'),
            })}
          </p>
        )}
        {mayWrite && !isResolved && <Reply scope={scope} thread={first.id} />}
      </article>
    </li>
  )
}

interface SaidProps {
  scope: CommentScope
  comment: PageComment
  mayWrite: boolean
  onRemoved: (id: string) => void
}

/** One comment or reply. */
function Said({ scope, comment, mayWrite, onRemoved }: SaidProps) {
  const { t } = useTranslation()
  const people = usePeople(scope.slug)
  const remove = useRemoveComment(scope)
  const caller = usePageCaller(scope.slug)({ project_ids: [scope.project_id] })
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const by = comment.created_by ?? ''
  const person = people.get(by) ?? { id: by, name: t('page_comments.somebody') }
  const mayEdit = mayWrite && canChangePageComment(caller, comment)
  const mayRemove = mayWrite && canRemovePageComment(caller, comment)

  function handleRemove() {
    setAsking(false)
    remove.mutate(comment.id, { onSuccess: () => onRemoved(comment.id) })
  }

  return (
    <section aria-label={t('page_comments.by', { name: person.name })} className="mt-2">
      <header className="flex min-h-6 items-center gap-1.5">
        <Avatar person={person} size={20} tooltip={false} />
        <span className="truncate font-medium">{person.name}</span>
        <span className="min-w-0 truncate text-small text-ink-3">
          <RelativeTime at={comment.created_at} /> {comment.edited_at && t('page_comments.edited')}
        </span>
        {(mayEdit || mayRemove) && !editing && (
          <span className="-mr-1 ml-auto">
            <Menu
              align="end"
              trigger={<IconButton size="sm" icon={Ellipsis} label={t('page_comments.more')} />}
              items={[
                mayEdit && {
                  label: t('page_comments.edit'),
                  icon: Pencil,
                  onSelect: () => setEditing(true),
                },
                mayRemove && {
                  label: t('page_comments.delete'),
                  icon: Trash2,
                  danger: true,
                  onSelect: () => setAsking(true),
                },
              ]}
            />
          </span>
        )}
      </header>
      {editing ? (
        <Edit scope={scope} comment={comment} onDone={() => setEditing(false)} />
      ) : (
        <RichText html={comment.comment_html} people={[...people.values()]} className="mt-0.5" />
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={handleRemove}
        title={t('page_comments.delete_title')}
        confirmLabel={t('page_comments.delete')}
      >
        {t(comment.parent ? 'page_comments.delete_reply_text' : 'page_comments.delete_text')}
      </ConfirmDialog>
    </section>
  )
}

interface WordsProps {
  scope: CommentScope
  /** Storage key of the draft when the page is left. */
  name: string
  label: string
  sendLabel: string
  start: string
  onSend: (html: string) => void
  onCancel: () => void
}

/** The text field of a comment. Unsent text survives a reload. */
function Words({ scope, name, label, sendLabel, start, onSend, onCancel }: WordsProps) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const [html, setHtml] = useState(() => readLeftText(name, me) ?? start)
  useLeaveText(name, me, () => (isEmptyHtml(html) || html === start ? undefined : html))
  const mentions = useMentionable({ slug: scope.slug, project: { id: scope.project_id } })
  const sendable = !isEmptyHtml(html)
  function send() {
    if (!sendable) return
    takeLeftText(name, me)
    onSend(html)
  }
  function cancel() {
    takeLeftText(name, me)
    onCancel()
  }
  return (
    <div className="mt-1.5 flex flex-col gap-1.5">
      <Editor
        value={html}
        onChange={setHtml}
        label={label}
        placeholder={label}
        toolbar="fixed"
        autoFocus
        submitOnEnter
        onSubmit={send}
        mentions={mentions}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={cancel}>
          {t('page_comments.cancel')}
        </Button>
        <Button size="sm" variant="primary" disabled={!sendable} onClick={send}>
          {sendLabel}
        </Button>
      </div>
    </div>
  )
}

interface EditProps {
  scope: CommentScope
  comment: PageComment
  onDone: () => void
}

function Edit({ scope, comment, onDone }: EditProps) {
  const { t } = useTranslation()
  const change = useChangeComment(scope)
  return (
    <Words
      scope={scope}
      name={`page comment edit ${comment.id}`}
      label={t('page_comments.edit')}
      sendLabel={t('page_comments.save')}
      start={comment.comment_html}
      onCancel={onDone}
      onSend={(comment_html) => {
        onDone()
        if (comment_html === comment.comment_html) return
        change.mutate({ id: comment.id, patch: { comment_html } })
      }}
    />
  )
}

function Reply({ scope, thread }: { scope: CommentScope; thread: string }) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const name = `page reply ${thread}`
  const create = useCreateComment(scope)
  const [start, setStart] = useState<string | undefined>(() => readLeftText(name, me))
  if (start === undefined) {
    return (
      <Button
        size="sm"
        variant="ghost"
        className="mt-1 -ml-2"
        onClick={() => {
          awaitField()
          setStart('')
        }}
      >
        {t('page_comments.reply')}
      </Button>
    )
  }
  return (
    <Words
      scope={scope}
      name={name}
      label={t('page_comments.reply_placeholder')}
      sendLabel={t('page_comments.reply')}
      start={start}
      onCancel={() => setStart(undefined)}
      onSend={(comment_html) => {
        setStart(undefined)
        create.mutate(
          { comment_html, parent: thread },
          { onFailure: () => void setStart(comment_html) },
        )
      }}
    />
  )
}

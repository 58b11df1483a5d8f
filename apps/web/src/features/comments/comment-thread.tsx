import { Fragment, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readLeftText } from '#data/left-texts.ts'
import { useMe, useMyPerson } from '#entities/account/hooks.ts'
import { commentHash, useLinkedComment } from '#entities/work-item/comment-address.ts'
import { useItemPage } from '#entities/work-item/item-context.ts'
import { awaitField } from '#ui/controls/typed-ahead.tsx'
import { Avatar, NoAvatar } from '#ui/people/avatar.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { CommentBox, draftKeyOf } from './comment-box.tsx'
import { CommentAvatar, CommentCard } from './comment-card.tsx'
import { foldedAnswers, type Thread } from './threads.ts'

/** A comment and its replies. */
export function CommentThread({ thread }: { thread: Thread }) {
  const { t } = useTranslation()
  const { canDiscuss, item } = useItemPage()
  const { id: me } = useMe()
  const linked = useLinkedComment()
  const { id, first, answers } = thread
  const [unfolded, setUnfolded] = useState(false)
  const [replying, setReplying] = useState(
    () => canDiscuss && readLeftText(draftKeyOf(item.id, id), me) !== undefined,
  )
  const folded = unfolded ? 0 : foldedAnswers(answers, linked)
  const isLinked = linked === id && first !== undefined

  function reply() {
    awaitField()
    setReplying(true)
  }

  return (
    <li id={commentHash(id)} className="feed-line relative flex gap-3 py-1.5">
      <span className="z-1 mt-1.5 size-6 shrink-0 bg-surface">
        {first ? <CommentAvatar comment={first} size={24} /> : <NoAvatar size={24} />}
      </span>
      <div
        className={classNames(
          'min-w-0 grow rounded-lg border bg-surface px-3 py-2',
          isLinked ? 'border-accent-line ring-1 ring-accent-line' : 'border-line',
        )}
      >
        {first ? (
          <CommentCard
            comment={first}
            isLinked={isLinked}
            onReply={canDiscuss && answers.length === 0 && !replying ? reply : undefined}
          />
        ) : (
          <p className="flex min-h-6 items-center text-ink-3 italic">{t('comments.deleted')}</p>
        )}
        {folded > 0 && (
          <button
            type="button"
            onClick={() => setUnfolded(true)}
            className="focus-inset mt-2 flex h-9 w-full items-center border-t border-line-subtle pt-1 text-small text-ink-2 hover:text-ink"
          >
            {t('comments.show_replies', { count: folded })}
          </button>
        )}
        {answers.slice(folded).map((answer) => (
          <Fragment key={answer.id}>
            <hr className="mt-2 mb-1.5 border-line-subtle" />
            <div id={commentHash(answer.id)} className="flex gap-2">
              <span className="mt-0.5 shrink-0">
                <CommentAvatar comment={answer} size={20} />
              </span>
              <div
                className={classNames(
                  'min-w-0 grow rounded-md',
                  linked === answer.id &&
                    'ring-2 ring-accent-line ring-offset-4 ring-offset-surface',
                )}
              >
                <CommentCard comment={answer} isLinked={linked === answer.id} />
              </div>
            </div>
          </Fragment>
        ))}
        {replying && (
          <div className="mt-2">
            <CommentBox
              answers={{
                thread: id,
                // Deleted comments have no reply button; replies below them do.
                parent: first?.id ?? answers.at(-1)?.id ?? id,
                onDone: () => setReplying(false),
              }}
            />
          </div>
        )}
        {canDiscuss && answers.length > 0 && !replying && <ReplyRow onReply={reply} />}
      </div>
    </li>
  )
}

function ReplyRow({ onReply }: { onReply: () => void }) {
  const { t } = useTranslation()
  const person = useMyPerson()
  return (
    <>
      <hr className="mt-2 border-line-subtle" />
      <button
        type="button"
        onClick={onReply}
        className="focus-inset -mx-1 -mb-1 flex h-9 w-[calc(100%+8px)] items-center gap-2 rounded-md px-1 text-left text-ink-3 hover:bg-hover hover:text-ink-2"
      >
        <Avatar person={person} size={20} tooltip={false} />
        {t('comments.reply')}
      </button>
    </>
  )
}

import { canChangeComment, canRemoveComment, type HeardComment, MEMBER } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import { Check, Ellipsis, Globe, Link, Lock, Pencil, Reply, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import {
  leaveUnanswered,
  readLeftChange,
  readLeftText,
  takeLeftText,
  useLeaveText,
} from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { SyncTagOf } from '#entities/frame/sync-tag.tsx'
import { RestoredNote } from '#entities/left-text/left-text-notes.tsx'
import { ReactionBar } from '#entities/reaction/reaction-bar.tsx'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { PersonName } from '#ui/people/person-name.tsx'
import { copyCommentLink, useScrollToLinked } from './comment-link.ts'
import {
  useChangeComment,
  useChangeCommentAccess,
  useReactToComment,
  useRemoveComment,
  useUndeleteComment,
} from './hooks.ts'
import { useCommentPictures } from './use-comment-pictures.ts'

/** The author, who may have left the workspace. */
function useAuthor({ actor, actor_detail: by }: HeardComment) {
  const { t } = useTranslation()
  const { slug } = useItemPage()
  const known = usePeople(slug).get(actor ?? '')
  if (known) return known
  const name = by?.display_name ?? t('comments.somebody')
  return { id: actor ?? '', name, photo: by?.avatar_url }
}

interface CommentAvatarProps {
  comment: HeardComment
  size: 20 | 24
}

export function CommentAvatar({ comment, size }: CommentAvatarProps) {
  return <Avatar person={useAuthor(comment)} size={size} tooltip={false} />
}

const editKeyOf = ({ id }: HeardComment) => `comment edit ${id}`

interface CommentCardProps {
  comment: HeardComment
  /** The URL links to it. */
  isLinked: boolean
  onReply?: (() => void) | undefined
}

/** One comment or answer. */
export function CommentCard({ comment, isLinked, onReply }: CommentCardProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { slug, project, isArchived } = page
  const place = placeOf(page)
  const { id: user_id } = useMe()
  const people = usePeople(slug)
  const remove = useRemoveComment(place)
  const undelete = useUndeleteComment(place)
  const react = useReactToComment(place)
  const changeAccess = useChangeCommentAccess(place)
  const { actor_detail: by } = comment
  const caller = { user_id, project_role: project.member_role ?? 0 }
  const mayEdit = !isArchived && canChangeComment(caller, comment)
  const mayRemove = !isArchived && canRemoveComment(caller, comment)
  const isPublished = project.anchor !== null
  const isOpen = comment.access === 'EXTERNAL'
  const mayOpen = mayEdit && isPublished && caller.project_role >= MEMBER
  const [editing, setEditing] = useState(
    () =>
      mayEdit && readLeftChange(editKeyOf(comment), user_id, comment.comment_html) !== undefined,
  )
  const { name } = useAuthor(comment)
  const scrolled = useScrollToLinked(isLinked)
  const reactions = {
    slug,
    reactions: comment.comment_reactions,
    onToggle: page.canDiscuss
      ? (code: string, on: boolean) => react.mutate({ comment: comment.id, code, on })
      : undefined,
  }

  return (
    <article
      ref={scrolled}
      tabIndex={-1}
      aria-label={t(comment.parent ? 'comments.reply_by' : 'comments.by', { name })}
      className="focus-none"
    >
      <header className="flex min-h-6 items-center gap-1.5">
        <PersonName isBot={by?.is_bot}>
          <span className="truncate font-medium">{name}</span>
        </PersonName>
        <span className="min-w-0 text-small text-ink-3">
          <RelativeTime at={comment.created_at} /> {comment.edited_at && t('comments.edited')}
        </span>
        {isPublished && (
          <Tooltip label={t(isOpen ? 'comments.is_public' : 'comments.is_internal')}>
            <span className="inline-flex shrink-0 text-ink-3">
              <Icon of={isOpen ? Globe : Lock} size={12} />
              <span className="sr-only">
                {t(isOpen ? 'comments.is_public' : 'comments.is_internal')}
              </span>
            </span>
          </Tooltip>
        )}
        <SyncTagOf id={comment.id} />
        {!editing && (
          <span className="-mr-1 ml-auto flex shrink-0 items-center">
            <ReactionBar {...reactions} part="add" />
            {onReply && (
              <IconButton size="sm" icon={Reply} label={t('comments.reply')} onClick={onReply} />
            )}
            <Menu
              align="end"
              trigger={<IconButton size="sm" icon={Ellipsis} label={t('comments.more')} />}
              items={[
                {
                  label: t('comments.copy_link'),
                  icon: Link,
                  onSelect: () => void copyCommentLink(page, comment.id),
                },
                mayEdit && {
                  label: t('comments.edit'),
                  icon: Pencil,
                  onSelect: () => setEditing(true),
                },
                mayOpen && {
                  label: t(isOpen ? 'comments.make_internal' : 'comments.make_public'),
                  icon: isOpen ? Lock : Globe,
                  onSelect: () =>
                    changeAccess.mutate({
                      id: comment.id,
                      access: isOpen ? 'INTERNAL' : 'EXTERNAL',
                    }),
                },
                mayRemove && {
                  label: t('comments.delete'),
                  icon: Trash2,
                  danger: true,
                  onSelect: () =>
                    remove.mutate(comment.id, {
                      onSuccess: () =>
                        toast({
                          kind: 'success',
                          title: t('comments.removed'),
                          action: {
                            label: t('common.undo'),
                            onSelect: () => undelete.mutate(comment),
                          },
                        }),
                    }),
                },
              ]}
            />
          </span>
        )}
      </header>
      {editing ? (
        <CommentEdit comment={comment} onEditing={setEditing} />
      ) : (
        <RichText html={comment.comment_html} people={[...people.values()]} className="mt-0.5" />
      )}
      {comment.comment_reactions.length > 0 && !editing && (
        <div className="mt-2">
          <ReactionBar {...reactions} part="given" />
        </div>
      )}
    </article>
  )
}

interface CommentEditProps {
  comment: HeardComment
  onEditing: (editing: boolean) => void
}

function CommentEdit({ comment, onEditing }: CommentEditProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const place = placeOf(page)
  const { id: me } = useMe()
  const change = useChangeComment(place)
  const mentions = useMentionable(page)
  const pictures = useCommentPictures(place, comment.id)
  const draftKey = editKeyOf(comment)
  const [left] = useState(() => readLeftText(draftKey, me))
  const [html, setHtml] = useState(left ?? comment.comment_html)
  useLeaveText(draftKey, me, () => (html === comment.comment_html ? undefined : html))
  const [uploading, setUploading] = useState(false)
  const savable = !isEmptyHtml(html) && !uploading

  function handleDiscard() {
    takeLeftText(draftKey, me)
    onEditing(false)
  }

  function handleSave() {
    if (!savable) return
    handleDiscard()
    if (html === comment.comment_html) return
    const answered = leaveUnanswered(draftKey, me, html)
    change.mutate(
      { id: comment.id, comment_html: html },
      {
        onSuccess: answered,
        onStored: answered,
        // The text is still stored, and is there when the editor opens again.
        onFailure: () => onEditing(true),
      },
    )
  }

  return (
    <div className="mt-1">
      <Editor
        value={html}
        onChange={setHtml}
        label={t('comments.edit')}
        autoFocus={left === undefined}
        submitOnEnter
        onSubmit={handleSave}
        mentions={mentions}
        upload={pictures.upload}
        onBusy={setUploading}
      />
      <div className="mt-1.5 flex items-center justify-end gap-1">
        {left !== undefined && <RestoredNote className="mr-auto" onDiscard={handleDiscard} />}
        <IconButton
          size="sm"
          variant="outlined"
          icon={Check}
          label={t('comments.save')}
          disabled={!savable}
          onClick={handleSave}
        />
        <IconButton
          size="sm"
          variant="outlined"
          icon={X}
          label={t('comments.cancel_edit')}
          onClick={handleDiscard}
        />
      </div>
    </div>
  )
}

import { canChangeComment, canRemoveComment, type HeardComment, MEMBER } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import { Check, Ellipsis, Globe, Lock, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Editor } from '#entities/editor/editor.tsx'
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
import {
  useChangeComment,
  useChangeCommentAccess,
  useReactToComment,
  useRemoveComment,
  useUndeleteComment,
} from './hooks.ts'
import { useCommentPictures } from './use-comment-pictures.ts'

export function CommentCard({ comment }: { comment: HeardComment }) {
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
  const [editing, setEditing] = useState(false)
  const { actor, actor_detail: by } = comment
  const caller = { user_id, project_role: project.member_role ?? 0 }
  const mayEdit = !isArchived && canChangeComment(caller, comment)
  const mayRemove = !isArchived && canRemoveComment(caller, comment)
  const isPublished = project.anchor !== null
  const isOpen = comment.access === 'EXTERNAL'
  const mayOpen = mayEdit && isPublished && caller.project_role >= MEMBER
  const person = people.get(actor ?? '') ?? {
    id: actor ?? '',
    name: by?.display_name ?? t('comments.somebody'),
    photo: by?.avatar_url,
  }
  const { name } = person

  return (
    <li className="feed-line relative flex gap-3 py-1.5">
      <span className="z-1 mt-1.5 size-6 shrink-0 bg-surface">
        <Avatar person={person} size={24} tooltip={false} />
      </span>
      <article
        aria-label={t('comments.by', { name })}
        className="min-w-0 grow rounded-lg border border-line bg-surface px-3 py-2"
      >
        <header className="flex min-h-6 items-center gap-1.5">
          <PersonName isBot={by?.is_bot}>
            <span className="truncate font-medium">{name}</span>
          </PersonName>
          <span className="min-w-0 text-small text-ink-3">
            {t('comments.commented')} <RelativeTime at={comment.created_at} />{' '}
            {comment.edited_at && t('comments.edited')}
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
          {(mayEdit || mayRemove) && !editing && (
            <span className="-mr-1 ml-auto">
              <Menu
                align="end"
                trigger={<IconButton size="sm" icon={Ellipsis} label={t('comments.more')} />}
                items={[
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
          <CommentEdit comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <RichText html={comment.comment_html} people={[...people.values()]} className="mt-0.5" />
        )}
        {(page.canDiscuss || comment.comment_reactions.length > 0) && !editing && (
          <div className="mt-2">
            <ReactionBar
              slug={slug}
              reactions={comment.comment_reactions}
              onToggle={
                page.canDiscuss
                  ? (code, on) => react.mutate({ comment: comment.id, code, on })
                  : undefined
              }
            />
          </div>
        )}
      </article>
    </li>
  )
}

function CommentEdit({ comment, onDone }: { comment: HeardComment; onDone: () => void }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const place = placeOf(page)
  const change = useChangeComment(place)
  const mentions = useMentionable(page)
  const pictures = useCommentPictures(place, comment.id)
  const [html, setHtml] = useState(comment.comment_html)
  const [uploading, setUploading] = useState(false)
  const savable = !isEmptyHtml(html) && !uploading

  function handleSave() {
    if (!savable) return
    onDone()
    if (html === comment.comment_html) return
    change.mutate(
      { id: comment.id, comment_html: html },
      { onSuccess: () => toast({ kind: 'success', title: t('comments.updated') }) },
    )
  }

  return (
    <div className="mt-1">
      <Editor
        value={html}
        onChange={setHtml}
        label={t('comments.edit')}
        autoFocus
        submitOnEnter
        onSubmit={handleSave}
        mentions={mentions}
        upload={pictures.upload}
        onBusy={setUploading}
      />
      <div className="mt-1.5 flex justify-end gap-1">
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
          onClick={onDone}
        />
      </div>
    </div>
  )
}

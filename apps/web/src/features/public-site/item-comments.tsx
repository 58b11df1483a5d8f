import type { Comment, CurrentUser, DeployBoard } from '@cairn/contract'
import { isEmptyHtml } from '@cairn/editor'
import { Check, Ellipsis, LockKeyhole, Pencil, Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { ReactionChips } from '#entities/reaction/reaction-chips.tsx'
import type { EditorHandle } from '#entities/rich-text/editor-props.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import {
  type PublicItemRef,
  uploadPicture,
  useAddComment,
  useChangeComment,
  usePublicComments,
  useReactToComment,
  useRemoveComment,
} from './item-hooks.ts'
import { toPublicHtml, toStoredHtml } from './public-html.ts'
import { isEmbedded, useVisitor } from './visitor.ts'

interface ItemCommentsProps {
  id: string
  settings: DeployBoard
}

/** Public comments on an item, with a form to add one. */
export function ItemComments({ id, settings }: ItemCommentsProps) {
  const { t } = useTranslation()
  const { user, signIn } = useVisitor()
  const place = { anchor: settings.anchor, id }
  const comments = usePublicComments(place) ?? []
  const names = new Map(
    comments.flatMap(({ actor, actor_detail }) =>
      actor && actor_detail ? [[actor, actor_detail.display_name] as const] : [],
    ),
  )
  if (user) names.set(user.id, user.display_name)
  const nameOf = (person: string) => names.get(person) ?? t('reactions.somebody')
  return (
    <section aria-label={t('public_site.comments')} className="flex flex-col gap-3">
      <h3 className="font-medium">{t('public_site.comments')}</h3>
      {comments.length > 0 && (
        <ul className="flex flex-col gap-3">
          {comments.map((comment) => (
            <li key={comment.id}>
              <Said
                comment={comment}
                settings={settings}
                place={place}
                me={user ?? undefined}
                nameOf={nameOf}
              />
            </li>
          ))}
        </ul>
      )}
      {user && <NewComment place={place} settings={settings} />}
      {user === null && !isEmbedded && (
        <div className="flex items-center gap-2 rounded-lg border border-line bg-sunken px-3 py-2 text-ink-2">
          <Icon of={LockKeyhole} className="text-ink-3" />
          <span className="grow">{t('public_site.sign_in_to_comment')}</span>
          <a href={signIn} className={buttonLook('secondary')}>
            {t('public_site.sign_in')}
          </a>
        </div>
      )}
    </section>
  )
}

interface SaidProps {
  comment: Comment
  settings: DeployBoard
  place: PublicItemRef
  me: CurrentUser | undefined
  nameOf: (id: string) => string
}

function Said({ comment, settings, place, me, nameOf }: SaidProps) {
  const { t } = useTranslation()
  const remove = useRemoveComment(place)
  const [editing, setEditing] = useState(false)
  const { actor, actor_detail: by } = comment
  const name = by?.display_name ?? t('comments.somebody')
  const isMine = me !== undefined && actor === me.id
  return (
    <article aria-label={t('comments.by', { name })} className="flex gap-2.5">
      <Avatar person={{ id: actor ?? '', name, photo: by?.avatar_url }} size={24} tooltip={false} />
      <div className="min-w-0 grow">
        <header className="flex min-h-6 items-center gap-1.5">
          <span className="truncate font-medium">{name}</span>
          <span className="min-w-0 text-small text-ink-3">
            {t('comments.commented')} <RelativeTime at={comment.created_at} />{' '}
            {comment.edited_at && t('comments.edited')}
          </span>
          {isMine && !editing && (
            <span className="ml-auto">
              <Menu
                align="end"
                trigger={<IconButton size="sm" icon={Ellipsis} label={t('comments.more')} />}
                items={[
                  {
                    label: t('comments.edit'),
                    icon: Pencil,
                    onSelect: () => setEditing(true),
                  },
                  {
                    label: t('comments.delete'),
                    icon: Trash2,
                    danger: true,
                    onSelect: () => remove.mutate(comment.id),
                  },
                ]}
              />
            </span>
          )}
        </header>
        {editing ? (
          <EditComment
            comment={comment}
            settings={settings}
            place={place}
            onDone={() => setEditing(false)}
          />
        ) : (
          <RichText html={toPublicHtml(comment.comment_html, place.anchor)} />
        )}
        {settings.is_reactions_enabled && !editing && (
          <CommentReactions comment={comment} place={place} me={me} nameOf={nameOf} />
        )}
      </div>
    </article>
  )
}

type CommentReactionsProps = Pick<SaidProps, 'comment' | 'place' | 'me' | 'nameOf'>

function CommentReactions({ comment, place, me, nameOf }: CommentReactionsProps) {
  const { comment_reactions: reactions } = comment
  if (me) return <OwnCommentReactions {...{ comment, place, me, nameOf }} />
  if (reactions.length === 0) return null
  return (
    <div className="mt-1.5">
      <ReactionChips reactions={reactions} me={undefined} nameOf={nameOf} onToggle={undefined} />
    </div>
  )
}

function OwnCommentReactions(props: CommentReactionsProps & { me: CurrentUser }) {
  const { comment, place, me, nameOf } = props
  const react = useReactToComment(place, me)
  return (
    <div className="mt-1.5">
      <ReactionChips
        reactions={comment.comment_reactions}
        me={me.id}
        nameOf={nameOf}
        onToggle={(code, on) => react.mutate({ comment: comment.id, code, on })}
      />
    </div>
  )
}

/** The comment text with its pictures; `take` returns it as stored. */
function useWords(settings: DeployBoard, start: string) {
  const { anchor, workspace_detail, project } = settings
  const [html, setHtml] = useState(start)
  const [uploading, setUploading] = useState(false)
  const sent = useRef<string[]>([])

  async function upload(file: File, onProgress: (share: number) => void) {
    const picture = await uploadPicture(anchor, file, onProgress)
    sent.current.push(picture.id)
    return picture
  }

  return {
    html,
    setHtml,
    upload,
    setUploading,
    isReady: !isEmptyHtml(html) && !uploading,
    take: () => ({
      comment_html: toStoredHtml(html, workspace_detail.slug, project ?? ''),
      assets: sent.current.filter((id) => html.includes(id)),
    }),
  }
}

function NewComment({ place, settings }: { place: PublicItemRef; settings: DeployBoard }) {
  const { t } = useTranslation()
  const editor = useRef<EditorHandle>(null)
  const add = useAddComment(place)
  const { html, setHtml, upload, setUploading, isReady, take } = useWords(settings, '')
  const sendable = isReady && !add.isPending

  async function handleSubmit() {
    if (!sendable) return
    try {
      await add.mutateAsync(take())
      setHtml('')
      editor.current?.clear()
    } catch (error) {
      notifyFailure(t('public_site.not_posted'), error)
    }
  }

  return (
    <Editor
      ref={editor}
      value={html}
      onChange={setHtml}
      label={t('public_site.add_comment')}
      placeholder={t('public_site.add_comment')}
      toolbar="fixed"
      submitOnEnter
      onSubmit={() => void handleSubmit()}
      upload={upload}
      onBusy={setUploading}
      actions={
        <Button
          size="sm"
          variant="primary"
          disabled={!isReady}
          busy={add.isPending}
          onClick={() => void handleSubmit()}
        >
          {t('comments.send')}
        </Button>
      }
    />
  )
}

interface EditCommentProps extends ItemCommentsOf {
  comment: Comment
  onDone: () => void
}

interface ItemCommentsOf {
  place: PublicItemRef
  settings: DeployBoard
}

function EditComment({ comment, place, settings, onDone }: EditCommentProps) {
  const { t } = useTranslation()
  const change = useChangeComment(place)
  const words = useWords(settings, toPublicHtml(comment.comment_html, place.anchor))

  function handleSave() {
    if (!words.isReady) return
    onDone()
    const { comment_html, assets } = words.take()
    if (comment_html !== comment.comment_html) {
      change.mutate({ id: comment.id, comment_html, assets })
    }
  }

  return (
    <div className="mt-1">
      <Editor
        value={words.html}
        onChange={words.setHtml}
        label={t('comments.edit')}
        autoFocus
        submitOnEnter
        onSubmit={handleSave}
        upload={words.upload}
        onBusy={words.setUploading}
      />
      <div className="mt-1.5 flex justify-end gap-1">
        <IconButton
          size="sm"
          variant="outlined"
          icon={Check}
          label={t('comments.save')}
          disabled={!words.isReady}
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

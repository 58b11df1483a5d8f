import type { Health, StatusUpdate } from '@cairn/contract'
import { ArrowRight, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar, NoAvatar } from '#ui/people/avatar.tsx'
import { HealthTag } from './health.tsx'
import { type UpdateSubject, useChangeUpdate, useRemoveUpdate } from './hooks.ts'
import { UpdateForm } from './update-form.tsx'

interface UpdateItemProps {
  subject: UpdateSubject & { limit: number }
  update: StatusUpdate
  /** The previous health, if it changed. */
  before?: Health
  /** Its subject, if not obvious. */
  about?: ReactNode
  mayChange: boolean
}

export function UpdateItem({ subject, update, before, about, mayChange }: UpdateItemProps) {
  const { t } = useTranslation()
  const { id, health, text, created_at, updated_at, created_by } = update
  const author = usePeople(subject.slug).get(created_by ?? '')
  const name = author?.name ?? t('updates.somebody')
  const change = useChangeUpdate(subject)
  const remove = useRemoveUpdate(subject)
  const [editing, setEditing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const isEdited = Date.parse(updated_at) - Date.parse(created_at) > 1000

  return (
    <article aria-label={t('updates.by', { name })} className="min-w-0">
      <header className="flex min-h-6 items-start gap-2">
        {author ? <Avatar person={author} size={24} tooltip={false} /> : <NoAvatar size={24} />}
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 pt-0.5">
          <span className="max-w-full truncate font-medium">{name}</span>
          <span className="text-small text-ink-3">
            <RelativeTime at={created_at} />
            {isEdited && ` · ${t('updates.edited')}`}
          </span>
        </span>
        <span className="ml-auto flex min-h-6 shrink-0 items-center gap-1">
          <HealthTag health={health} />
          {mayChange && (
            <Menu
              align="end"
              trigger={
                <IconButton size="sm" icon={Ellipsis} label={t('updates.actions', { name })} />
              }
              items={[
                { label: t('updates.edit'), icon: Pencil, onSelect: () => setEditing(true) },
                {
                  label: t('updates.delete'),
                  icon: Trash2,
                  danger: true,
                  onSelect: () => setDeleting(true),
                },
              ]}
            />
          )}
        </span>
      </header>
      {about && <p className="mt-1.5 flex min-w-0 text-small text-ink-2">{about}</p>}
      {editing ? (
        <div className="mt-2">
          <UpdateForm
            autoFocus
            first={update}
            submitLabel={t('updates.save')}
            onCancel={() => setEditing(false)}
            onSubmit={(patch) => {
              setEditing(false)
              change.mutate({ id, patch })
            }}
          />
        </div>
      ) : (
        <p className="mt-1.5 text-body whitespace-pre-wrap wrap-anywhere">{text}</p>
      )}
      {before && before !== health && (
        <p className="mt-2 flex items-center gap-1 text-small text-ink-3">
          {t(`updates.health.${before}`)}
          <Icon of={ArrowRight} size={12} />
          <span className="font-medium text-ink-2">{t(`updates.health.${health}`)}</span>
        </p>
      )}
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        onConfirm={() => {
          setDeleting(false)
          remove.mutate(id)
        }}
        title={t('updates.delete_title')}
        confirmLabel={t('updates.delete')}
      >
        {t('updates.delete_text')}
      </ConfirmDialog>
    </article>
  )
}

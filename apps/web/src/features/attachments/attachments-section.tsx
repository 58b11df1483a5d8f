import { ADMIN, type Attachment } from '@cairn/contract'
import { Ellipsis, Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { SyncTagOf } from '#entities/frame/sync-tag.tsx'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { WidgetRow, WidgetSection } from '#entities/work-item/widget-section.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { ProgressRing } from '#ui/feedback/progress.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { sizeText } from '#ui/platform/size-text.ts'
import { fileIcon } from './attachment-file.ts'
import { useAttachments, useRemoveAttachment } from './hooks.ts'
import type { Upload } from './use-uploads.ts'

interface AttachmentsSectionProps {
  uploads: readonly Upload[]
  onAttach: () => void
}

export function AttachmentsSection({ uploads, onAttach }: AttachmentsSectionProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const place = placeOf(page)
  const attachments = useAttachments(place)
  const remove = useRemoveAttachment(place)
  const [deleting, setDeleting] = useState<Attachment>()
  if (attachments.length + uploads.length === 0) return null

  return (
    <WidgetSection
      title={t('attachments.title')}
      count={attachments.length}
      actions={
        page.canAttach && (
          <IconButton size="sm" icon={Plus} label={t('attachments.attach')} onClick={onAttach} />
        )
      }
    >
      {uploads.map((upload) => (
        <WidgetRow
          key={upload.id}
          urgent
          icon={<ProgressRing share={upload.share} label={t('attachments.uploading')} size={14} />}
          actions={
            <IconButton
              size="sm"
              icon={X}
              iconSize={14}
              label={t('attachments.cancel', { name: upload.name })}
              onClick={upload.cancel}
            />
          }
        >
          <span className="block truncate text-ink-2">{upload.name}</span>
        </WidgetRow>
      ))}
      {attachments.map((attachment) => (
        <AttachmentRow
          key={attachment.id}
          attachment={attachment}
          onDelete={() => setDeleting(attachment)}
        />
      ))}
      <ConfirmDialog
        open={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        onConfirm={() => {
          if (deleting) remove.mutate(deleting.id)
          setDeleting(undefined)
        }}
        title={t('attachments.delete_title')}
        confirmLabel={t('attachments.delete')}
      >
        {t('attachments.delete_text', { name: deleting?.attributes.name })}
      </ConfirmDialog>
    </WidgetSection>
  )
}

interface AttachmentRowProps {
  attachment: Attachment
  onDelete: () => void
}

function AttachmentRow({ attachment, onDelete }: AttachmentRowProps) {
  const { t } = useTranslation()
  const { slug, project, isArchived } = useItemPage()
  const { id: me } = useMe()
  const { is_uploaded } = attachment
  const { name, size } = attachment.attributes
  const uploader = usePeople(slug).get(attachment.created_by ?? '')
  const mayRemove =
    !isArchived &&
    is_uploaded &&
    ((project.member_role ?? 0) >= ADMIN || attachment.created_by === me)
  return (
    <WidgetRow
      icon={<Icon of={fileIcon(name)} size={14} className="text-ink-3" />}
      meta={
        <span className="flex items-center gap-2">
          <SyncTagOf id={attachment.id} />
          <span className="tabular-nums">{sizeText(size)}</span>
          {uploader && (
            <Tooltip
              label={t('attachments.by', {
                name: uploader.name,
                date: longDate(dayOfMoment(attachment.created_at)),
              })}
            >
              <span className="flex">
                <Avatar person={uploader} size={16} tooltip={false} />
              </span>
            </Tooltip>
          )}
        </span>
      }
      actions={
        mayRemove && (
          <Menu
            align="end"
            trigger={
              <IconButton size="sm" icon={Ellipsis} label={t('attachments.more', { name })} />
            }
            items={[
              { label: t('attachments.delete'), icon: Trash2, danger: true, onSelect: onDelete },
            ]}
          />
        )
      }
    >
      {is_uploaded ? (
        <a
          href={attachment.asset_url}
          target="_blank"
          rel="noopener"
          onClick={(event) => {
            if (navigator.onLine) return
            event.preventDefault()
            toast({ kind: 'warning', title: t('attachments.offline'), id: 'attachment-offline' })
          }}
          className="focus-inset block truncate rounded-xs hover:underline"
        >
          {name}
        </a>
      ) : (
        <span className="block truncate">{name}</span>
      )}
    </WidgetRow>
  )
}

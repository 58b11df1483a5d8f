import type { Notification, NotificationPatch } from '@cairn/contract'
import { Archive, ArchiveRestore, Clock, Ellipsis, Mail, MailOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { inDays, snoozeDays } from './snooze-times.ts'

const SnoozeDialog = lazy(() => import('./snooze-dialog.tsx'))

interface RowActionsProps {
  notification: Notification
  onChange: (patch: NotificationPatch) => void
  /** Puts all actions behind one button, for touch. */
  compact?: boolean
}

/** Mark as read, archive and snooze, each with its undo. */
export function RowActions({ notification, onChange, compact = false }: RowActionsProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { read_at, archived_at, snoozed_till } = notification
  const isSnoozed = snoozed_till !== null && Date.parse(snoozed_till) > Date.now()
  const now = () => new Date().toISOString()

  function change(patch: NotificationPatch, notified: string) {
    onChange(patch)
    toast({ kind: 'success', title: notified, id: 'inbox' })
  }

  const snooze = (till: string) => change({ snoozed_till: till }, t('inbox.done.snoozed'))

  const plain = [
    {
      icon: read_at ? Mail : MailOpen,
      label: read_at ? t('inbox.mark_unread') : t('inbox.mark_read'),
      run: () =>
        read_at
          ? change({ read_at: null }, t('inbox.done.unread'))
          : change({ read_at: now() }, t('inbox.done.read')),
    },
    {
      icon: archived_at ? ArchiveRestore : Archive,
      label: archived_at ? t('inbox.unarchive') : t('inbox.archive'),
      run: () =>
        archived_at
          ? change({ archived_at: null }, t('inbox.done.unarchived'))
          : change({ archived_at: now() }, t('inbox.done.archived')),
    },
  ]
  const times: MenuEntry[] = [
    isSnoozed && {
      label: t('inbox.unsnooze'),
      onSelect: () => change({ snoozed_till: null }, t('inbox.done.unsnoozed')),
    },
    ...snoozeDays.map((days) => ({
      label: days < 7 ? t('inbox.days', { count: days }) : t('inbox.weeks', { count: days / 7 }),
      onSelect: () => snooze(inDays(days)),
    })),
    { label: t('inbox.custom.choose'), onSelect: () => setAsking(true) },
  ]

  return (
    <>
      {compact ? (
        <Menu
          align="end"
          trigger={<IconButton icon={Ellipsis} label={t('inbox.actions')} />}
          items={[
            ...plain.map(({ icon, label, run }) => ({ icon, label, onSelect: run })),
            { icon: Clock, label: t('inbox.snooze'), items: times },
          ]}
        />
      ) : (
        <>
          {plain.map(({ icon, label, run }) => (
            <IconButton key={label} size="sm" icon={icon} label={label} onClick={run} />
          ))}
          <Menu
            align="end"
            trigger={<IconButton size="sm" icon={Clock} label={t('inbox.snooze')} />}
            items={times}
          />
        </>
      )}
      <Presence>
        {asking && (
          <Suspense>
            <SnoozeDialog onSnooze={snooze} onClose={() => setAsking(false)} />
          </Suspense>
        )}
      </Presence>
    </>
  )
}

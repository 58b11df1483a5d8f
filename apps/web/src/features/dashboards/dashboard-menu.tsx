import { type BuiltDashboard, dashboardAccess } from '@cairn/contract'
import { Ellipsis, Globe, Lock, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useChangeDashboard, useMayChange, useRemoveDashboard } from './hooks.ts'

const DashboardDialog = lazy(() => import('./dashboard-dialog.tsx'))

interface DashboardMenuProps {
  slug: string
  dashboard: BuiltDashboard
  size?: 'sm' | 'md'
  /** Leaves the deleted dashboard. */
  onRemoved?: () => void
}

/** Actions of its owner and admins; empty for others. */
export function DashboardMenu({ slug, dashboard, size, onRemoved }: DashboardMenuProps) {
  const { t } = useTranslation()
  const { id, name, access } = dashboard
  const mayChange = useMayChange(slug)(dashboard)
  const change = useChangeDashboard({ slug })
  const remove = useRemoveDashboard({ slug })
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  if (!mayChange) return null
  const isPrivate = access === dashboardAccess.private

  function handleRemove() {
    setRemoving(false)
    onRemoved?.()
    remove.mutate(id)
  }

  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton size={size} icon={Ellipsis} label={t('dashboards.actions', { name })} />
        }
        items={[
          { label: t('dashboards.edit'), icon: Pencil, onSelect: () => setEditing(true) },
          {
            label: t(isPrivate ? 'dashboards.share' : 'dashboards.make_private'),
            icon: isPrivate ? Globe : Lock,
            onSelect: () =>
              change.mutate({
                id,
                patch: { access: isPrivate ? dashboardAccess.shared : dashboardAccess.private },
              }),
          },
          'line',
          {
            label: t('dashboards.delete'),
            icon: Trash2,
            danger: true,
            onSelect: () => setRemoving(true),
          },
        ]}
      />
      <Presence>
        {editing && (
          <Suspense>
            <DashboardDialog slug={slug} dashboard={dashboard} onClose={() => setEditing(false)} />
          </Suspense>
        )}
      </Presence>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        onConfirm={handleRemove}
        title={t('dashboards.delete_title', { name })}
        confirmLabel={t('dashboards.delete')}
      >
        {t('dashboards.delete_text')}
      </ConfirmDialog>
    </>
  )
}

import type { Module } from '@cairn/contract'
import { Archive, ArchiveRestore } from 'lucide-react'
import { Suspense } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useArchiveModule, useRemoveModule, useRestoreModule, useUndeleteModule } from './hooks.ts'
import type { AskedModule } from './use-module-menu.ts'

const ModuleDialog = lazy(() => import('./module-dialog.tsx'))

interface ModuleDialogsProps {
  slug: string
  asked: AskedModule | undefined
  onClose: () => void
  /** After archiving or deleting: leaves its screen. */
  onGone?: () => void
}

/** Shared by a whole list of modules. */
export function ModuleDialogs({ asked, ...props }: ModuleDialogsProps) {
  return <Presence>{asked && <AskedDialog {...props} asked={asked} />}</Presence>
}

interface AskedDialogProps extends ModuleDialogsProps {
  asked: NonNullable<ModuleDialogsProps['asked']>
}

function AskedDialog({ slug, asked, onClose, onGone }: AskedDialogProps) {
  const { action, module, turn } = asked
  if (action === 'edit') {
    return (
      <Suspense>
        <ModuleDialog
          key={turn}
          slug={slug}
          project_id={module.project_id}
          module={module}
          onClose={onClose}
        />
      </Suspense>
    )
  }
  return (
    <Confirm
      key={turn}
      slug={slug}
      action={action}
      module={module}
      onClose={onClose}
      onGone={onGone}
    />
  )
}

interface ConfirmProps {
  slug: string
  action: 'archive' | 'restore' | 'delete'
  module: Module
  onClose: () => void
  onGone: (() => void) | undefined
}

function Confirm({ slug, action, module, onClose, onGone }: ConfirmProps) {
  const { t } = useTranslation()
  const place = { slug, project_id: module.project_id }
  const mutations = {
    archive: useArchiveModule(place),
    restore: useRestoreModule(place),
    delete: useRemoveModule(place),
  }
  const mutation = mutations[action]
  const undelete = useUndeleteModule(place)

  function handleConfirm() {
    onClose()
    onGone?.()
    mutation.mutate(module.id, {
      onSuccess: () =>
        void toast({
          kind: 'success',
          title: t(`modules.done.${action}`, { name: module.name }),
          ...(action === 'delete' && {
            action: { label: t('common.undo'), onSelect: () => undelete.mutate(module) },
          }),
        }),
      onFailure: (error) => {
        const isForbidden = error instanceof ApiError && error.status === 403
        if (isForbidden) notifyFailure(t('shell.not_permitted'), error)
        return isForbidden
      },
    })
  }

  return (
    <ConfirmDialog
      open
      title={t(`modules.question.${action}`, { name: module.name })}
      confirmLabel={t(`modules.${action}`)}
      destructive={action === 'delete'}
      {...(action !== 'delete' && { icon: action === 'archive' ? Archive : ArchiveRestore })}
      onClose={onClose}
      onConfirm={handleConfirm}
    >
      {t(`modules.explained.${action}`)}
    </ConfirmDialog>
  )
}

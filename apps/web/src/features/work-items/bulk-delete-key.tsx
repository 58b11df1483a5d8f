import { ADMIN, type Project } from '@cairn/contract'
import { t } from 'i18next'
import { Suspense, useState } from 'react'
import { useHotkeys } from '#features/shell/hotkeys.ts'
import { lazy } from '#ui/lazy.ts'
import { toast } from '#ui/toast.ts'

const BulkDeleteDialog = lazy(() => import('./bulk-delete-dialog.tsx'))

/** Delete or Backspace where no item has the focus: which ones are asked. */
export default function BulkDeleteKey({ slug, project }: { slug: string; project: Project }) {
  const [open, setOpen] = useState(false)

  function ask() {
    if ((project.member_role ?? 0) >= ADMIN) setOpen(true)
    else toast({ kind: 'error', title: t('bulk_delete.not_permitted') })
  }

  useHotkeys({ Delete: ask, Backspace: ask })
  if (!open) return null
  return (
    <Suspense>
      <BulkDeleteDialog slug={slug} project_id={project.id} onClose={() => setOpen(false)} />
    </Suspense>
  )
}

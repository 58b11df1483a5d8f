import { Suspense } from 'react'
import type { PlanKind } from '#entities/frame/shell-context.ts'
import { lazy } from '#ui/platform/lazy.ts'

/** Each creates one; its project is selected in the dialog. */
const dialogs = {
  cycle: lazy(() => import('#features/cycles/cycle-dialog.tsx')),
  module: lazy(() => import('#features/modules/module-dialog.tsx')),
  view: lazy(() => import('#features/views/new-view-dialog.tsx')),
  page: lazy(() => import('#features/pages/new-page-dialog.tsx')),
}

interface PlanDialogProps {
  kind: PlanKind
  slug: string
  /** The preselected project. */
  project_id: string
  onClose: () => void
}

export default function PlanDialog({ kind, ...rest }: PlanDialogProps) {
  const Asked = dialogs[kind]
  return (
    <Suspense>
      <Asked {...rest} />
    </Suspense>
  )
}

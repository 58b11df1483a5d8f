import type { Workspace } from '@cairn/contract'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { FoldedSection } from '#ui/lists/folded-section.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const DeleteWorkspaceDialog = lazy(() => import('./delete-workspace-dialog.tsx'))

/** Collapsed, so that no one finds it by accident. */
export function DeleteWorkspace({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation()
  const [deleting, setDeleting] = useState(false)
  return (
    <FoldedSection title={t('workspaces.delete_section')}>
      <p className="mt-1 max-w-150 text-ink-2">{t('workspaces.delete_warning')}</p>
      <Button variant="danger" className="mt-3" onClick={() => setDeleting(true)}>
        {t('workspaces.delete')}
      </Button>
      {deleting && (
        <Suspense>
          <DeleteWorkspaceDialog workspace={workspace} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </FoldedSection>
  )
}

import type { Workspace } from '@cairn/contract'
import { ChevronRight } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { lazy } from '#ui/lazy.ts'

const DeleteWorkspaceDialog = lazy(() => import('./delete-workspace-dialog.tsx'))

/** Folded away: nobody should come upon it by chance. */
export function DeleteWorkspace({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [deleting, setDeleting] = useState(false)
  return (
    <section className="mt-8 border-t border-line-subtle pt-4">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex h-7 items-center gap-1 rounded-md pr-2 pl-1 font-medium hover:bg-hover max-md:h-11"
        >
          <Icon
            of={ChevronRight}
            className={classNames(
              'text-ink-3 transition-transform duration-(--time-base)',
              open && 'rotate-90',
            )}
          />
          {t('workspaces.delete_section')}
        </button>
      </h2>
      <div id={id} hidden={!open}>
        <p className="mt-1 max-w-150 text-ink-2">{t('workspaces.delete_warning')}</p>
        <Button variant="danger" className="mt-3" onClick={() => setDeleting(true)}>
          {t('workspaces.delete')}
        </Button>
      </div>
      {deleting && (
        <Suspense>
          <DeleteWorkspaceDialog workspace={workspace} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </section>
  )
}

import { ChevronsUpDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const WorkspaceEntries = lazy(() => import('./workspace-entries.tsx'))
const LeaveWorkspaceDialog = lazy(
  () => import('#features/workspace-members/leave-workspace-dialog.tsx'),
)

export function WorkspaceMenu({ slug, compact = false }: { slug: string; compact?: boolean }) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState(false)
  const current = useWorkspace(slug)
  if (!current) return null

  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={compact ? t('shell.workspace_menu', { name: current.name }) : undefined}
            className="focus-inset flex h-8 min-w-0 grow items-center gap-2 rounded-md px-1 text-left hover:bg-hover aria-expanded:bg-pressed max-md:h-11"
          >
            <WorkspaceTile name={current.name} logo={current.logo_url} />
            {!compact && (
              <>
                <span className="min-w-0 grow truncate font-semibold">{current.name}</span>
                <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
              </>
            )}
          </button>
        }
        items={(show) => (
          <WorkspaceEntries current={current} onLeave={() => setLeaving(true)} show={show} />
        )}
      />
      {leaving && (
        <Suspense>
          <LeaveWorkspaceDialog workspace={current} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  )
}

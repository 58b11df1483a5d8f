import { Maximize2, Minimize2, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useLiveCycles } from '#entities/cycle/hooks.ts'
import { useModules } from '#entities/module/module-list.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { ItemsBlocks } from './items-blocks.tsx'
import type { ListScope } from './scope.ts'

interface PeekAnalyticsProps {
  scope: ListScope
  open: boolean
  onClose: () => void
}

/** A list's analytics over it, half as wide as the window or full width. */
export default function PeekAnalytics({ scope, open, onClose }: PeekAnalyticsProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const [full, setFull] = useStored('analytics_peek_full', false)
  const title = useTitle(scope)

  /** A link from epic numbers leads to the list below the panel. */
  function handleClick({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
    const isFollowed = (target as Element).closest('a, circle') && !ctrlKey && !metaKey && !shiftKey
    if (scope.epic && isFollowed) onClose()
  }

  return (
    <SidePanel
      open={open}
      onClose={onClose}
      label={title}
      width={full || small ? '100vw' : 'max(50vw, 560px)'}
      header={
        <>
          <h2 className="min-w-0 grow truncate pl-1 font-medium">{title}</h2>
          {!small && (
            <IconButton
              icon={full ? Minimize2 : Maximize2}
              label={t(full ? 'analytics.half_width' : 'analytics.full_width')}
              onClick={() => setFull(!full)}
            />
          )}
          <IconButton icon={X} label={t('analytics.close')} onClick={onClose} />
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears for the numbers inside, which are links */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link is clicked by Enter, too */}
      <div className="mx-auto w-300 max-w-full p-4 pb-10" onClick={handleClick}>
        {open && <ItemsBlocks scope={scope} />}
      </div>
    </SidePanel>
  )
}

function useTitle({ slug, project, cycle_id, module_id }: ListScope): string {
  const { t } = useTranslation()
  const cycles = useLiveCycles({ slug, project_id: project.id })
  const modules = useModules(slug, project.id)
  const within =
    cycles?.find(({ id }) => id === cycle_id) ?? modules?.find(({ id }) => id === module_id)
  return within
    ? t('analytics.peek_within', { project: project.name, within: within.name })
    : t('analytics.peek', { project: project.name })
}

import { ChartNoAxesColumn } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { isWritable, useAllProjects } from '#entities/project/hooks.ts'
import { contextKey, type ListContext } from '#entities/work-item-list/list-context.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { useStored } from '#ui/platform/stored.ts'
import type { ListScope } from './scope.ts'

const PeekAnalytics = lazy(() => import('./peek-analytics.tsx'))

/** Lists with their own analytics. */
export type CountedContext = Extract<
  ListContext,
  { kind: 'project' | 'epics' | 'archived' | 'cycle' | 'module' }
>

/** Next to a list's filters: analytics of its items. Survives a reload while open. */
export default function AnalyticsButton({ context }: { context: CountedContext }) {
  const { t } = useTranslation()
  const { slug, project_id } = context
  const project = useAllProjects(slug)?.find(({ id }) => id === project_id)
  const [opened, setOpened] = useStored<string | null>('workspace_analytics_sidebar', null)
  const key = contextKey(context)
  const isOpen = opened === key
  // The charts are loaded only when opened.
  const [needed, setNeeded] = useState(isOpen)
  if (!project || !isWritable(project)) return null
  const scope: ListScope = {
    ...{ slug, project },
    ...(context.kind === 'cycle' && { cycle_id: context.cycle_id }),
    ...(context.kind === 'module' && { module_id: context.module_id }),
    ...(context.kind === 'epics' && { epic: true }),
  }
  return (
    <>
      <IconButton
        icon={ChartNoAxesColumn}
        label={t('work_items.analytics')}
        onClick={() => {
          setNeeded(true)
          setOpened(key)
        }}
      />
      {needed && (
        <Suspense>
          <PeekAnalytics scope={scope} open={isOpen} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  )
}

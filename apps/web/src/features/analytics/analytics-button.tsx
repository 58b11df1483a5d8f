import { ChartNoAxesColumn } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isWritable, useAllProjects } from '#features/projects/hooks.ts'
import { useStored } from '#features/shell/stored.ts'
import { contextKey, type ListContext } from '#features/work-item-lists/list-context.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { lazy } from '#ui/lazy.ts'
import type { ListScope } from './scope.ts'

const PeekAnalytics = lazy(() => import('./peek-analytics.tsx'))

/** Lists with numbers of their own. */
export type CountedContext = Extract<
  ListContext,
  { kind: 'project' | 'epics' | 'archived' | 'cycle' | 'module' }
>

/** Beside a list's filters: what is in it, in numbers. Which list's was open survives a reload. */
export default function AnalyticsButton({ context }: { context: CountedContext }) {
  const { t } = useTranslation()
  const { slug, project_id } = context
  const project = useAllProjects(slug)?.find(({ id }) => id === project_id)
  const [opened, setOpened] = useStored<string | null>('workspace_analytics_sidebar', null)
  if (!project || !isWritable(project)) return null
  const key = contextKey(context)
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
        onClick={() => setOpened(key)}
      />
      <Suspense>
        <PeekAnalytics scope={scope} open={opened === key} onClose={() => setOpened(null)} />
      </Suspense>
    </>
  )
}

import type { Module } from '@cairn/contract'
import { Plus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'

interface NoModulesProps {
  modules: Module[] | undefined
  error: Error | null
  archived: boolean
  filtered: boolean
  onRetry: () => void
  onCreate: (() => void) | undefined
}

/** Why there are none to see. */
export function NoModules({
  modules,
  error,
  archived,
  filtered,
  onRetry,
  onCreate,
}: NoModulesProps) {
  const { t } = useTranslation()
  if (!modules && error) {
    return (
      <EmptyState
        picture="broken"
        title={t('modules.not_loaded')}
        action={
          <Button variant="primary" onClick={onRetry}>
            {t('common.try_again')}
          </Button>
        }
      >
        {t('errors.something_wrong')}
      </EmptyState>
    )
  }
  if (!modules) return <SkeletonRows count={8} />
  if (modules.length > 0) {
    return (
      <EmptyState picture="no-match" title={t('modules.no_match_title')}>
        {t(filtered ? 'modules.no_filter_match' : 'modules.no_search_match')}
      </EmptyState>
    )
  }
  if (archived) {
    return (
      <EmptyState title={t('modules.no_archived_title')}>
        {t('modules.no_archived_text')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('modules.empty_title')}
      action={
        <Button variant="primary" icon={Plus} disabled={!onCreate} onClick={onCreate}>
          {t('modules.build_first')}
        </Button>
      }
    >
      {t('modules.empty_text')}
    </EmptyState>
  )
}

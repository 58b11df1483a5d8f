import { useTranslation } from '#data/i18n.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { counted } from '#ui/platform/number.ts'

const MAX_NAMES = 2

/** The names of a few projects, or their count. */
export function useProjectNames(slug: string) {
  const { t } = useTranslation()
  const projects = useAllProjects(slug) ?? []
  return (ids: readonly string[]) => {
    if (ids.length === 0) return t('service_accounts.no_projects')
    const names = projects.flatMap(({ id, name }) => (ids.includes(id) ? name : []))
    return ids.length <= MAX_NAMES && names.length === ids.length
      ? names.join(', ')
      : t('service_accounts.project_count', counted(ids.length))
  }
}

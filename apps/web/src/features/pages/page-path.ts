import { ApiError } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import type { PageScope } from './page-list.ts'

/** Parameters of every page request; nothing is sent without them. */
export function pagePath({ slug, project_id }: PageScope, id: string) {
  if (!slug || !project_id || !id) throw new ApiError(0, null, t('pages.missing_fields'))
  return { slug, project_id, id }
}

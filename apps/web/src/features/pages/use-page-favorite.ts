import { canCopyPage, type ProjectPage } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useFavoriteIds, useToggleFavorite } from '#entities/favorite/favorite-things.ts'
import { toast } from '#ui/feedback/toast.ts'
import { pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'
import { usePageCaller } from './use-page-caller.ts'

export function usePageFavorite({ slug, project_id }: PageScope) {
  const { t } = useTranslation()
  const ids = useFavoriteIds(slug, 'page')
  const toggle = useToggleFavorite(slug)
  const callerOf = usePageCaller(slug)
  return {
    ids,
    isMarked: ({ id }: ProjectPage) => ids.has(id),
    /** Guests have no favorites here, and archived pages cannot be one. */
    isPossible: (page: ProjectPage) => canCopyPage(callerOf(page)) && !page.archived_at,
    toggle: (page: ProjectPage) => {
      const { id, logo_props } = page
      const name = pageName(page)
      const title = t(ids.has(id) ? 'pages.favorite_removed' : 'pages.favorite_added', { name })
      toggle({ type: 'page', id, name, logo_props, project_id }, () =>
        toast({ kind: 'success', title }),
      )
    },
  }
}

import { useTranslation } from '#data/i18n.ts'
import type { Embed } from '#entities/rich-text/embeds.ts'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { Link } from '#ui/router/link.tsx'
import { pageAddress, pageName } from './page-address.ts'
import { type PageScope, usePages } from './page-list.ts'
import { pageLogo } from './page-logo.tsx'

const look = 'relative flex min-h-9 items-center gap-2 rounded-md px-1.5 py-1 -mx-1.5 text-ink-2'

/** A page embedded in another one, with its current name. */
export function EmbeddedPage({ scope, embed }: { scope: PageScope; embed: Embed }) {
  const { t } = useTranslation()
  const { data: pages, isError } = usePages(scope)
  const elsewhere = { ...scope, project_id: embed.project ?? scope.project_id }
  const isHere = elsewhere.project_id === scope.project_id
  const others = usePages(elsewhere)
  const find = (list: typeof pages) => list?.find(({ id }) => id === embed.item)
  // It moves with its parent page, while the block still has the old location.
  const page = find(pages) ?? find(others.data)
  const isKnown = (pages || isError) && (isHere || others.data || others.isError)
  if (!page) {
    if (isKnown) return <p className={`${look} text-ink-3`}>{t('pages.page_embed_missing')}</p>
    return (
      <div className={look}>
        <Skeleton width="40%" />
      </div>
    )
  }
  const place = { ...scope, project_id: page.project_ids[0] ?? scope.project_id }
  return (
    <div className={`${look} hover:bg-hover`}>
      <span className="grid size-5 shrink-0 place-items-center">{pageLogo(page)}</span>
      <Link
        to={pageAddress(place, page)}
        className="truncate font-medium text-ink underline decoration-line-strong underline-offset-4 before:absolute before:inset-0"
      >
        {pageName(page)}
      </Link>
      {page.archived_at && <Tag tone="warning">{t('pages.tabs.archived')}</Tag>}
    </div>
  )
}

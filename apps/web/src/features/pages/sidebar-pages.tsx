import { MEMBER, type ProjectPage } from '@cairn/contract'
import { ChevronRight, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SidebarItem } from '#ui/layout/sidebar-item.tsx'
import { useIsAt } from '#ui/layout/sidebar-link.ts'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { setBranchOpen, useOpenBranches } from './open-branches.ts'
import { pageAddress, pageName } from './page-address.ts'
import { type PageScope, usePages } from './page-list.ts'
import { pageLogo } from './page-logo.tsx'
import { ancestorsOf, byHand, rowsOf, type TreeRow } from './page-tree.ts'
import { handleFolding } from './tree-keys.ts'
import { useAddPage } from './use-add-page.ts'
import { usePageSorting } from './use-page-sorting.ts'

interface SidebarPagesProps {
  slug: string
  projectId: string
  role: number | null
}

const SHOWN_LIMIT = 50
const INDENT = 12

/** The tree of a project's pages, below its entry in the sidebar. */
export default function SidebarPages({ slug, projectId, role }: SidebarPagesProps) {
  const { t } = useTranslation()
  const { pageId } = useParams()
  const scope = useMemo((): PageScope => ({ slug, project_id: projectId }), [slug, projectId])
  const { data: pages = [] } = usePages(scope)
  const open = useOpenBranches()
  const current = pages.find(({ id }) => id === pageId)
  const around = current?.parent ?? null

  // Ancestors of the open page are expanded; the user may still collapse them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again where the page stands elsewhere
  useEffect(() => {
    if (!current) return
    for (const { id } of ancestorsOf(pages, current)) setBranchOpen(id, true)
  }, [pageId, around, current === undefined])

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    // The sidebar would follow the link.
    if (handleFolding(event)) event.stopPropagation()
  }

  const rows = rowsOf(pages.filter(({ archived_at }) => !archived_at).toSorted(byHand), open)
  const hidden = rows.length - SHOWN_LIMIT
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={t('pages.tree')} onKeyDown={handleKeyDown}>
      {rows.slice(0, SHOWN_LIMIT).map((row) => (
        <SidebarPage
          key={row.page.id}
          {...row}
          scope={scope}
          pages={pages}
          isWriter={(role ?? 0) >= MEMBER}
        />
      ))}
      {hidden > 0 && (
        <SidebarItem
          nested
          label={t('pages.more_pages', { count: hidden })}
          as={<Link to="/$slug/projects/$projectId/pages/" params={{ slug, projectId }} />}
        />
      )}
    </div>
  )
}

interface SidebarPageProps extends TreeRow {
  scope: PageScope
  pages: readonly ProjectPage[]
  isWriter: boolean
}

function SidebarPage({ scope, page, pages, level, isOpen, isWriter }: SidebarPageProps) {
  const { t } = useTranslation()
  const isAt = useIsAt()
  const add = useAddPage(scope)
  const name = pageName(page)
  const address: string = pageAddress(scope, page)
  const { itemProps, dragging, drop } = usePageSorting({
    ...{ scope, page, pages, isByHand: true, enabled: isWriter },
  })
  return (
    <div
      {...itemProps}
      data-branch={page.id}
      data-open={isOpen}
      data-level={level}
      className={classNames(sortableLook(dragging, drop), 'flex items-center rounded-md')}
      style={{ paddingLeft: (level - 1) * INDENT }}
    >
      {isOpen === undefined ? (
        <span className="w-5 shrink-0" />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(isOpen ? 'pages.collapse' : 'pages.expand', { name })}
          onClick={() => setBranchOpen(page.id, !isOpen)}
          className="grid h-7 w-5 shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink max-md:h-11"
        >
          <ChevronRight
            size={12}
            aria-hidden
            className={classNames(
              'transition-transform duration-(--time-base)',
              isOpen && 'rotate-90',
            )}
          />
        </button>
      )}
      <div className="min-w-0 grow">
        <SidebarItem
          nested
          icon={pageLogo(page)}
          label={name}
          current={isAt(address.replace(/\/$/, ''))}
          as={<Link to={address} aria-expanded={isOpen} draggable={false} />}
          actions={
            isWriter && (
              <IconButton
                size="sm"
                icon={Plus}
                label={t('pages.add_sub_page_to', { name })}
                onClick={() => add({ parent: page.id })}
              />
            )
          }
        />
      </div>
      <DropMark drop={drop} />
    </div>
  )
}

import { MEMBER, type Project, type ProjectPage, pageAccess, pageTypes } from '@cairn/contract'
import { FileText, LayoutTemplate, Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { WithProject } from '#entities/project/with-project.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { OrderMenu } from '#ui/controls/order-menu.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { MenuBar } from '#ui/layout/header-bar.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams, useSearch } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { FiltersPopover } from './filters-popover.tsx'
import { ListedChips } from './listed-chips.tsx'
import { NoPages } from './no-pages.tsx'
import { useOpenBranches } from './open-branches.ts'
import { pageName } from './page-address.ts'
import { PageDialogs, useRequestedAction } from './page-dialogs.tsx'
import {
  filterPages,
  firstOrder,
  isNarrowed,
  orderPages,
  orders,
  type PageTab,
  searchPages,
  tabOf,
} from './page-filters.ts'
import { type PageScope, usePages } from './page-list.ts'
import { PageRow } from './page-row.tsx'
import { ancestorsOf, rowsOf } from './page-tree.ts'
import { PagesNotLoaded } from './pages-not-loaded.tsx'
import { handleTreeKeys } from './tree-keys.ts'
import { useAddPage } from './use-add-page.ts'
import { useListFilters } from './use-list-filters.ts'
import { usePageFavorite } from './use-page-favorite.ts'
import { usePageMenu } from './use-page-menu.ts'

const NewPageDialog = lazy(() => import('./new-page-dialog.tsx'))

const accessIn = (tab: PageTab) => (tab === 'private' ? pageAccess.private : pageAccess.public)

/** The pages of a project. */
export function PagesScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/pages')
  const { type } = useSearch()
  const { t } = useTranslation()
  const title = (project: string) => t('pages.page_title', { project })
  const tab = pageTypes.find((one) => one === type) ?? 'public'
  return (
    <WithProject slug={slug} id={projectId} feature="pages" title={title}>
      {(project) => <PageList key={projectId} slug={slug} project={project} tab={tab} />}
    </WithProject>
  )
}

const asRow = (page: ProjectPage) => ({ page, level: 1, isOpen: undefined })

interface PageListProps {
  slug: string
  project: Project
  tab: PageTab
}

function PageList({ slug, project, tab }: PageListProps) {
  const { t } = useTranslation()
  const small = useSmallScreen()
  const project_id = project.id
  const scope = useMemo((): PageScope => ({ slug, project_id }), [slug, project_id])
  const { data: pages, isError, refetch } = usePages(scope)
  const favorite = usePageFavorite(scope)
  const [typed, setTyped] = useState('')
  const [filters, setFilters] = useListFilters()
  const [order, setOrder] = useStored('pages_order', firstOrder)
  const open = useOpenBranches()
  const { asked, ask, close } = useRequestedAction()
  const [wanted, setWanted] = useState(false)
  const menuOf = usePageMenu(scope, ask)
  const mayCreate = (project.member_role ?? 0) >= MEMBER

  const inTab = pages?.filter((page) => tabOf(page) === tab)
  const left = inTab && filterPages(inTab, filters, favorite.ids, todayHere())
  const shown = left && orderPages(searchPages(left, typed, pageName), order)
  // Search results are shown without the tree, with their location.
  const isFlat = typed.trim() !== '' || isNarrowed(filters)
  const tree = shown && (isFlat ? shown.map(asRow) : rowsOf(shown, open))
  const shownIds = new Set(shown?.map(({ id }) => id))
  const hintOf = (page: ProjectPage) =>
    pages && (isFlat || !shownIds.has(page.parent ?? ''))
      ? ancestorsOf(pages, page).map(pageName).join(' / ')
      : ''
  const any = pages !== undefined && pages.length > 0
  const search = <SearchInput label={t('pages.search')} value={typed} onChange={setTyped} />
  const controls = (
    <>
      <OrderMenu
        orders={orders}
        nameOf={(by) => t(`pages.order.${by}`)}
        order={order}
        onChange={setOrder}
      />
      <FiltersPopover slug={slug} project_id={project_id} filters={filters} onChange={setFilters} />
    </>
  )

  return (
    <>
      <ShellHeader
        actions={
          mayCreate && (
            <>
              <IconButton
                icon={LayoutTemplate}
                label={t('pages.add_from_template')}
                onClick={() => setWanted(true)}
              />
              <AddPage scope={scope} access={accessIn(tab)} />
            </>
          )
        }
      >
        <Breadcrumbs>
          <ProjectCrumb slug={slug} project={project} />
          <Crumb
            current
            icon={FileText}
            after={<FeatureSwitch slug={slug} project={project} current="pages" />}
          >
            <h1>{t('pages.heading')}</h1>
          </Crumb>
        </Breadcrumbs>
      </ShellHeader>
      {any && (
        <div className="flex h-10 shrink-0 items-center gap-2 border-b border-line-subtle pr-3 pl-3 max-md:h-12">
          <PageTabs slug={slug} projectId={project_id} current={tab} pages={pages} />
          {!small && (
            <div className="ml-auto flex shrink-0 items-center gap-1.5">
              <div className="w-48">{search}</div>
              {controls}
            </div>
          )}
        </div>
      )}
      {any && small && <MenuBar>{controls}</MenuBar>}
      {any && isNarrowed(filters) && (
        <ListedChips slug={slug} project_id={project_id} filters={filters} onChange={setFilters} />
      )}
      <div className="min-h-0 grow overflow-y-auto">
        {any && small && <div className="p-4">{search}</div>}
        {pages && tree && tree.length > 0 ? (
          <div role="treegrid" aria-label={t('pages.heading')} onKeyDown={handleTreeKeys}>
            {tree.map((row) => (
              <PageRow
                key={row.page.id}
                {...row}
                scope={scope}
                pages={pages}
                hint={hintOf(row.page)}
                sorting={{ enabled: mayCreate && !isFlat, isByHand: order.by === 'sort_order' }}
                favorite={favorite}
                menuOf={menuOf}
              />
            ))}
          </div>
        ) : inTab && inTab.length > 0 ? (
          <EmptyState picture="no-match" title={t('pages.no_match_title')}>
            {t(isNarrowed(filters) ? 'pages.no_filter_match' : 'pages.no_search_match')}
          </EmptyState>
        ) : pages ? (
          <NoPages tab={any ? tab : undefined} onCreate={mayCreate && (() => setWanted(true))} />
        ) : isError ? (
          <PagesNotLoaded onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows count={10} />
        )}
      </div>
      <PageDialogs scope={scope} asked={asked} onClose={close} />
      <Presence>
        {wanted && (
          <Suspense>
            <NewPageDialog
              slug={slug}
              project_id={project_id}
              access={accessIn(tab)}
              onClose={() => setWanted(false)}
            />
          </Suspense>
        )}
      </Presence>
    </>
  )
}

function AddPage({ scope, access }: { scope: PageScope; access: number }) {
  const { t } = useTranslation()
  const add = useAddPage(scope)
  return (
    <Button variant="primary" icon={Plus} onClick={() => add({ access })}>
      {t('pages.add')}
    </Button>
  )
}

interface PageTabsProps {
  slug: string
  projectId: string
  current: PageTab
  pages: readonly Parameters<typeof tabOf>[0][]
}

function PageTabs({ slug, projectId, current, pages }: PageTabsProps) {
  const { t } = useTranslation()
  const search = useSearch()
  return (
    <nav aria-label={t('pages.heading')} className="flex min-w-0 items-center gap-0.5">
      {pageTypes.map((tab) => (
        <Link
          key={tab}
          to="/$slug/projects/$projectId/pages/"
          params={{ slug, projectId }}
          search={{ ...search, type: tab }}
          aria-current={tab === current ? 'page' : undefined}
          className={classNames(
            'focus-inset flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2 font-medium whitespace-nowrap max-md:h-10',
            tab === current ? 'bg-pressed text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
          )}
        >
          {t(`pages.tabs.${tab}`)}
          <span className="font-normal text-ink-3 tabular-nums">
            {pages.filter((page) => tabOf(page) === tab).length}
          </span>
        </Link>
      ))}
    </nav>
  )
}

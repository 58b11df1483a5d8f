import { MEMBER, type Project, pageAccess, pageTypes } from '@cairn/contract'
import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { FileText, Plus } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { WithProject } from '#entities/project/with-project.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { MenuBar } from '#ui/layout/header-bar.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { FiltersPopover } from './filters-popover.tsx'
import { useCreatePage } from './hooks.ts'
import { ListedChips } from './listed-chips.tsx'
import { NoPages } from './no-pages.tsx'
import { OrderMenu } from './order-menu.tsx'
import { pageAddress, pageName } from './page-address.ts'
import { PageDialogs, useRequestedAction } from './page-dialogs.tsx'
import {
  everyPage,
  filterPages,
  firstOrder,
  isNarrowed,
  orderPages,
  type PageTab,
  searchPages,
  tabOf,
} from './page-filters.ts'
import { type PageScope, usePages } from './page-list.ts'
import { PageRow } from './page-row.tsx'
import { PagesNotLoaded } from './pages-not-loaded.tsx'
import { usePageFavorite } from './use-page-favorite.ts'
import { usePageMenu } from './use-page-menu.ts'

const NewPageDialog = lazy(() => import('./new-page-dialog.tsx'))

const accessIn = (tab: PageTab) => (tab === 'private' ? pageAccess.private : pageAccess.public)

/** What a project has written down. */
export function PagesScreen() {
  const { slug, projectId } = useParams({ from: '/$slug/projects/$projectId/pages' })
  const { type } = useSearch({ strict: false }) as { type?: string }
  const { t } = useTranslation()
  const title = (project: string) => t('pages.page_title', { project })
  const tab = pageTypes.find((one) => one === type) ?? 'public'
  return (
    <WithProject slug={slug} id={projectId} feature="pages" title={title}>
      {(project) => <PageList key={projectId} slug={slug} project={project} tab={tab} />}
    </WithProject>
  )
}

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
  const [filters, setFilters] = useState(everyPage)
  const [order, setOrder] = useState(firstOrder)
  const { asked, ask, close } = useRequestedAction()
  const [wanted, setWanted] = useState(false)
  const menuOf = usePageMenu(scope, ask)
  const mayCreate = (project.member_role ?? 0) >= MEMBER

  const inTab = pages?.filter((page) => tabOf(page) === tab)
  const left = inTab && filterPages(inTab, filters, favorite.ids, todayHere())
  const shown = left && orderPages(searchPages(left, typed, pageName), order)
  const any = pages !== undefined && pages.length > 0
  const search = <SearchInput label={t('pages.search')} value={typed} onChange={setTyped} />
  const controls = (
    <>
      <OrderMenu order={order} onChange={setOrder} />
      <FiltersPopover slug={slug} filters={filters} onChange={setFilters} />
    </>
  )

  return (
    <>
      <ShellHeader actions={mayCreate && <AddPage scope={scope} access={accessIn(tab)} />}>
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
        <ListedChips slug={slug} filters={filters} onChange={setFilters} />
      )}
      <div className="min-h-0 grow overflow-y-auto">
        {any && small && <div className="p-4">{search}</div>}
        {shown && shown.length > 0 ? (
          <ul aria-label={t('pages.heading')}>
            {shown.map((page) => (
              <PageRow
                key={page.id}
                scope={scope}
                page={page}
                favorite={favorite}
                menuOf={menuOf}
              />
            ))}
          </ul>
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
    </>
  )
}

/** Makes a page at once, named later, and opens it. */
function AddPage({ scope, access }: { scope: PageScope; access: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const router = useRouter()
  const create = useCreatePage(scope)

  function handleClick() {
    const from = router.latestLocation.href
    const id = create.mutate(
      { access },
      {
        onFailure: () => {
          // Where it was opened there is nothing then.
          if (router.latestLocation.href.includes(id)) void navigate({ to: from })
        },
      },
    )
    const to: string = pageAddress(scope, { id })
    void navigate({ to })
  }

  return (
    <Button variant="primary" icon={Plus} onClick={handleClick}>
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
  return (
    <nav aria-label={t('pages.heading')} className="flex min-w-0 items-center gap-0.5">
      {pageTypes.map((tab) => (
        <Link
          key={tab}
          to="/$slug/projects/$projectId/pages/"
          params={{ slug, projectId }}
          search={{ type: tab } as object}
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

import {
  type DeployBoard,
  type PublicItemGroup,
  type PublicLayout,
  type PublicState,
  type PublishedKind,
  stateGroups,
} from '@cairn/contract'
import {
  Briefcase,
  Calendar,
  ChartGantt,
  Inbox,
  Layers,
  List,
  SquareKanban,
  Table2,
} from 'lucide-react'
import { type ComponentType, Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Segment } from '#ui/controls/segment.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { ReloadBar } from '#ui/layout/header-bar.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams, useSearch } from '#ui/router/hooks.ts'
import { FilterChips, FiltersPopover } from './board-filters.tsx'
import {
  type BoardFilters,
  countFilters,
  offeredLayouts,
  readFilters,
  readLayout,
  writeFilters,
} from './board-search.ts'
import { changeSearch } from './change-search.ts'
import { type BoardWords, useBoardItems, useBoardWords, useMeta, useSettings } from './hooks.ts'
import { NothingHere } from './nothing-here.tsx'
import { SiteFrame } from './site-frame.tsx'
import { isEmbedded } from './visitor.ts'

const layouts: Record<PublicLayout, ComponentType<LayoutProps>> = {
  list: lazy(() => import('./board-list.tsx')),
  kanban: lazy(() => import('./board-columns.tsx')),
  calendar: lazy(() => import('./board-calendar.tsx')),
  gantt: lazy(() => import('./board-timeline.tsx')),
  spreadsheet: lazy(() => import('./board-table.tsx')),
}
const RequestsDialog = lazy(() => import('./requests-dialog.tsx'))
const ItemPeek = lazy(() => import('./item-peek.tsx'))

const layoutIcons = {
  list: List,
  kanban: SquareKanban,
  calendar: Calendar,
  gantt: ChartGantt,
  spreadsheet: Table2,
}

/** Props of each layout. */
export interface LayoutProps {
  words: BoardWords
  groups: Record<string, PublicItemGroup>
  /** The displayed states, in order. */
  states: readonly PublicState[]
  filters: BoardFilters
  /** The id of the open item. */
  peeked: string | undefined
  /** What visitors may leave on an item. */
  marks: { votes: boolean; reactions: boolean }
}

/** A published project or view; both are read-only and look the same. */
export function BoardScreen() {
  const { anchor = '' } = useParams()
  const { data: settings, error } = useSettings(anchor)
  if (error && !settings) return <NothingHere error={error} />
  if (!settings) return <Loader />
  return <Board key={anchor} settings={settings} />
}

const fallbacks: Record<PublishedKind, typeof Briefcase> = {
  project: Briefcase,
  view: Layers,
  page: Briefcase,
}

function Board({ settings }: { settings: DeployBoard }) {
  const { t } = useTranslation()
  const { anchor, view_props, entity_name, intake } = settings
  const [asking, setAsking] = useState(false)
  const search: Record<string, unknown> = useSearch()
  const meta = useMeta(anchor)
  const words = useBoardWords(anchor, settings.project === null)
  const filters = readFilters(search)
  const layout = readLayout(search, view_props)
  const offered = offeredLayouts(view_props)
  const peeked = typeof search.peekId === 'string' ? search.peekId : undefined
  usePageTitle(meta && t('public_site.page_title', { name: meta.name }))

  const setFilters = (next: BoardFilters) =>
    changeSearch((before) => writeFilters(before, next), { replace: true })

  return (
    <SiteFrame
      icon={
        meta && (
          <LogoMark
            value={meta.logo_props as LogoValue}
            size={20}
            fallback={fallbacks[entity_name]}
          />
        )
      }
      name={meta?.name}
      controls={
        <>
          {offered.length > 1 && (
            <Segment<PublicLayout>
              label={t('public_site.layout')}
              options={offered.map((one) => ({
                value: one,
                label: t(`public_site.layouts.${one}`),
                icon: layoutIcons[one],
              }))}
              value={layout}
              onChange={(board) =>
                changeSearch((before) => ({ ...before, board }), { replace: true })
              }
            />
          )}
          {intake && !isEmbedded && (
            <Button variant="ghost" icon={Inbox} onClick={() => setAsking(true)}>
              {t('public_site.requests')}
            </Button>
          )}
          {words && <FiltersPopover words={words} filters={filters} onChange={setFilters} />}
        </>
      }
    >
      {words && <FilterChips words={words} filters={filters} onChange={setFilters} />}
      <div className="relative flex min-h-0 grow overflow-hidden">
        <main className="flex min-w-0 grow flex-col">
          {words ? (
            <Items
              settings={settings}
              words={words}
              filters={filters}
              layout={layout}
              peeked={peeked}
            />
          ) : (
            <Loader />
          )}
        </main>
        <Suspense>
          {peeked && words && <ItemPeek id={peeked} settings={settings} words={words} />}
          {asking && <RequestsDialog settings={settings} onClose={() => setAsking(false)} />}
        </Suspense>
      </div>
    </SiteFrame>
  )
}

interface ItemsProps extends Pick<LayoutProps, 'words' | 'filters' | 'peeked'> {
  settings: DeployBoard
  layout: PublicLayout
}

function Items({ settings, words, filters, layout, peeked }: ItemsProps) {
  const { t } = useTranslation()
  const { data, error, isFetching } = useBoardItems(words, filters)
  if (error && !data) return <NothingHere error={error} />
  if (!data) return <Loader />
  if (data.total === 0) {
    const narrowed = countFilters(filters) > 0
    return (
      <EmptyState picture={narrowed ? 'no-match' : 'place-stone'} title={t('public_site.no_items')}>
        {t(narrowed ? 'public_site.no_matches_text' : 'public_site.no_items_text')}
      </EmptyState>
    )
  }
  const Layout = layouts[layout]
  const { is_votes_enabled: votes, is_reactions_enabled: reactions } = settings
  const { state: wanted } = filters
  const states = words.isAcross
    ? stateGroups.map((group, sequence) => ({
        ...{ id: group, name: t(`public_site.state_groups.${group}`) },
        ...{ group, color: '', sequence, project_id: '' },
      }))
    : words.states.filter(({ id }) => wanted.length === 0 || wanted.includes(id))
  return (
    <>
      <ReloadBar active={isFetching} />
      <Suspense fallback={<Loader />}>
        <Layout
          {...{ words, states, filters, peeked }}
          groups={data.groups}
          marks={{ votes, reactions }}
        />
      </Suspense>
    </>
  )
}

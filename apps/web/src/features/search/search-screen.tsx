import type { FullTextAnswer } from '@cairn/contract'
import { ChevronDown, ListFilter, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { useSettled } from '#entities/instance/use-settled.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Kbd } from '#ui/controls/kbd.tsx'
import { SearchInput } from '#ui/controls/search-input.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotRead } from '#ui/feedback/not-read.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { ReloadBar } from '#ui/layout/header-bar.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { useHotkeys } from '#ui/platform/hotkeys.ts'
import { groupedNumber } from '#ui/platform/number.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams, useSearch } from '#ui/router/hooks.ts'
import { navigate } from '#ui/router/router.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { Facets } from './facets.tsx'
import { Results } from './results.tsx'
import { hasFilters, type Question, readQuestion, toSearch } from './search-address.ts'
import { useFullTextSearch } from './use-full-text-search.ts'

const orders = ['best', 'newest'] as const

/** The URL holds the search: typing changes it after a pause, and Back undoes a choice. */
function useQuestion(slug: string) {
  const search = useSearch()
  const question = readQuestion(search)
  const [typed, setTyped] = useState(question.q)
  const settled = useSettled(typed.trim())
  const written = useRef(question.q)

  const go = (next: Question, replace: boolean) => {
    written.current = next.q
    void navigate({ to: `/${slug}/search/` as string, search: toSearch(next), replace })
  }
  // The address was changed by a link or by Back.
  useEffect(() => {
    if (question.q === written.current) return
    written.current = question.q
    setTyped(question.q)
  }, [question.q])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when typing has paused
  useEffect(() => {
    if (settled !== written.current && settled === typed.trim())
      go({ ...question, q: settled }, true)
  }, [settled])

  return {
    question,
    typed,
    setTyped,
    change: (change: Partial<Question>) => go({ ...question, ...change }, false),
  }
}

/** Full-text search over everything in the workspace the user may open. */
export function SearchScreen() {
  const { slug } = useParams('/$slug')
  const { t } = useTranslation()
  const workspace = useWorkspace(slug)
  const field = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [filtering, setFiltering] = useState(false)
  const { question, typed, setTyped, change } = useQuestion(slug)
  const { data, error, isFetching, isPlaceholderData, refetch } = useFullTextSearch(slug, question)
  const joined = useJoinedProjects(slug)
  const projects = useMemo(() => new Map(joined?.map((one) => [one.id, one])), [joined])
  const answer = question.q === '' ? undefined : data
  usePageTitle(question.q ? `${question.q} – ${t('search.title')}` : t('search.title'))
  useHotkeys({ '/': () => field.current?.select() })

  /** Into the results: from there arrows move and Enter opens. */
  function handleKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    const first = body.current?.querySelector<HTMLElement>('[data-results] [data-row]')
    if (!first || isPlaceholderData || typed.trim() !== question.q) return
    event.preventDefault()
    first.focus()
  }

  const clearFilters = () =>
    change({ kind: undefined, projects: [], state: undefined, updated: undefined })
  const facets = (
    <Facets
      question={question}
      facets={answer?.facets}
      projects={projects}
      onChange={(chosen) => change(chosen)}
    />
  )
  return (
    <>
      <ShellHeader>
        <Breadcrumbs>
          <Crumb current icon={Search}>
            <h1>{t('search.title')}</h1>
          </Crumb>
        </Breadcrumbs>
        {answer && <Total answer={answer} />}
      </ShellHeader>
      <ReloadBar active={isFetching && answer !== undefined} />
      <div className="flex min-h-0 grow">
        <aside
          aria-label={t('search.filters')}
          className="w-56 shrink-0 overflow-y-auto border-r border-line px-2 py-4 max-md:hidden"
        >
          {facets}
        </aside>
        <div ref={body} className="min-w-0 grow overflow-y-auto">
          <div className="mx-auto flex h-full max-w-300 flex-col px-6 pt-4 max-md:px-3 max-md:pt-3">
            <div className="flex shrink-0 gap-2">
              <div className="min-w-0 grow">
                <SearchInput
                  ref={field}
                  size="lg"
                  autoFocus
                  label={t('search.field', { workspace: workspace?.name ?? '' })}
                  aria-keyshortcuts="/"
                  maxLength={255}
                  value={typed}
                  onChange={setTyped}
                  onKeyDown={handleKeyDown}
                />
              </div>
              <OrderMenu order={question.order ?? 'best'} onOrder={(order) => change({ order })} />
              <span className="md:hidden">
                <Button
                  size="lg"
                  icon={ListFilter}
                  aria-label={t('search.filters')}
                  aria-expanded={filtering}
                  onClick={() => setFiltering(!filtering)}
                />
              </span>
            </div>
            {filtering && (
              <div className="-mx-3 mt-3 border-y border-line px-1 py-3 md:hidden">{facets}</div>
            )}
            <div className={classNames('grow', isPlaceholderData && 'opacity-60')}>
              {question.q === '' && (
                <EmptyState title={t('search.empty_title', { workspace: workspace?.name ?? '' })}>
                  {t('search.empty_text')}
                </EmptyState>
              )}
              {question.q !== '' && !answer && !error && <SkeletonRows />}
              {question.q !== '' && !answer && error && (
                <NotRead onRetry={() => void refetch()}>{t('search.not_read')}</NotRead>
              )}
              {answer && answer.hits.length > 0 && (
                <Results
                  slug={slug}
                  answer={answer}
                  projects={projects}
                  kind={question.kind}
                  onKind={(kind) => change({ kind })}
                  onLeave={() => field.current?.focus()}
                />
              )}
              {answer && answer.hits.length === 0 && (
                <Nothing question={question} onClear={clearFilters} />
              )}
            </div>
          </div>
        </div>
      </div>
      <Foot answer={answer} />
    </>
  )
}

const totalText = ({ total, is_capped }: FullTextAnswer) =>
  `${groupedNumber(total)}${is_capped ? '+' : ''}`

function Total({ answer }: { answer: FullTextAnswer }) {
  return (
    <span className="inline-flex h-4.5 shrink-0 items-center rounded-full bg-hover px-1.5 text-micro font-medium text-ink-2 tabular-nums">
      {totalText(answer)}
    </span>
  )
}

interface OrderMenuProps {
  order: (typeof orders)[number]
  onOrder: (order: (typeof orders)[number]) => void
}

function OrderMenu({ order, onOrder }: OrderMenuProps) {
  const { t } = useTranslation()
  return (
    <span className="max-md:hidden">
      <Menu
        align="end"
        trigger={
          <Button
            size="lg"
            aria-label={`${t('search.order')}: ${t(`search.orders.${order}`)}`}
            after={<Icon of={ChevronDown} size={12} className="text-ink-3" />}
          >
            {t(`search.orders.${order}`)}
          </Button>
        }
        items={orders.map((one) => ({
          label: t(`search.orders.${one}`),
          checked: one === order,
          onSelect: () => onOrder(one),
        }))}
      />
    </span>
  )
}

function Nothing({ question, onClear }: { question: Question; onClear: () => void }) {
  const { t } = useTranslation()
  if (hasFilters(question)) {
    return (
      <EmptyState
        title={t('search.none_chosen')}
        action={<Button onClick={onClear}>{t('search.clear_filters')}</Button>}
      />
    )
  }
  return (
    <EmptyState title={t('search.none_title', { term: question.q })}>
      {t('search.none_text')}
    </EmptyState>
  )
}

function Foot({ answer }: { answer: FullTextAnswer | undefined }) {
  const { t } = useTranslation()
  const key = answer?.is_capped ? 'search.more_than' : 'search.found'
  const said = answer ? t(key, { count: answer.total }) : ''
  return (
    <footer className="flex h-9 shrink-0 items-center gap-4 border-t border-line bg-canvas px-4 text-small text-ink-2">
      <span aria-hidden className="flex items-center gap-4 max-md:hidden">
        <Hint keys="up down">{t('search.move')}</Hint>
        <Hint keys="enter">{t('search.open')}</Hint>
        <Hint keys="mod+enter">{t('search.new_tab')}</Hint>
        <Hint keys="/">{t('search.edit')}</Hint>
      </span>
      <span role="status" className="ml-auto tabular-nums">
        {said}
      </span>
    </footer>
  )
}

function Hint({ keys, children }: { keys: string; children: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Kbd keys={keys} />
      {children}
    </span>
  )
}

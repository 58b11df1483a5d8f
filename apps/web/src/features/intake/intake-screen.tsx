import type { IntakeItemDetail, Project } from '@cairn/contract'
import { Inbox, Plus } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import { ShellHeader } from '#entities/frame/header.tsx'
import { FeatureSwitch } from '#entities/project/feature-switch.tsx'
import { ProjectCrumb } from '#entities/project/project-crumb.tsx'
import { WithProject } from '#entities/project/with-project.tsx'
import { ItemSkeleton } from '#entities/work-item/item-skeleton.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Breadcrumbs, Crumb } from '#ui/layout/breadcrumbs.tsx'
import { stepAround } from '#ui/lists/step-around.ts'
import { useCommands } from '#ui/platform/commands.ts'
import { useKeys } from '#ui/platform/hotkeys.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useParams, useSearch } from '#ui/router/hooks.ts'
import { navigate } from '#ui/router/router.ts'
import { useIntakeItems } from './hooks.ts'
import { IntakeDetail } from './intake-detail.tsx'
import { IntakeList } from './intake-list.tsx'
import { firstView, type Tab } from './intake-view.ts'
import { neighbourOf } from './loaded-items.ts'

const WorkItemDialog = lazy(() => import('#features/work-item-dialog/work-item-dialog.tsx'))

/** Requests before they become work: reviewed one by one, and decided. */
export function IntakeScreen() {
  const { slug, projectId } = useParams('/$slug/projects/$projectId/intake')
  const { t } = useTranslation()
  const { currentTab } = useSearch()
  const tab = currentTab === 'closed' ? 'closed' : 'open'
  const title = (project: string) => t('intake.page_title', { project })
  return (
    <WithProject slug={slug} id={projectId} feature="intake" title={title}>
      {(project) => <IntakeOf key={projectId} slug={slug} project={project} tab={tab} />}
    </WithProject>
  )
}

interface IntakeOfProps {
  slug: string
  project: Project
  tab: Tab
}

function IntakeOf(props: IntakeOfProps) {
  const { slug, project } = props
  const { t } = useTranslation()
  const [, go] = useSelection(props)
  const [submitting, setSubmitting] = useState(0)
  const submit = () => setSubmitting((number) => number + 1)
  useCommands([
    {
      id: 'intake.create',
      group: 'create',
      label: t('intake.commands.create'),
      icon: Inbox,
      run: submit,
    },
  ])

  function handleSubmitted({ issue }: IntakeItemDetail) {
    go(issue.id, 'open')
    void queryClient.invalidateQueries({ queryKey: ['intake-items', slug, project.id] })
  }

  return (
    <>
      {/* A tab is reset whenever it is opened. */}
      <IntakeTab key={props.tab} {...props} onSubmit={submit} />
      <Presence>
        {submitting > 0 && (
          <Suspense>
            <WorkItemDialog
              key={submitting}
              slug={slug}
              intent={{
                project_id: project.id,
                isProjectFixed: true,
                onSubmitted: handleSubmitted,
              }}
              onClose={() => setSubmitting(0)}
            />
          </Suspense>
        )}
      </Presence>
    </>
  )
}

/** The selected item is part of the URL, so that a link shows it too. */
function useSelection({ slug, project, tab }: IntakeOfProps) {
  const { inboxIssueId } = useSearch()
  const to: string = `/${slug}/projects/${project.id}/intake/`
  const go = (id: string | undefined, currentTab: Tab = tab, replace = false) =>
    void navigate({
      to,
      search: { currentTab, ...(id && { inboxIssueId: id }) },
      replace,
    })
  return [inboxIssueId, go] as const
}

function IntakeTab(props: IntakeOfProps & { onSubmit: () => void }) {
  const { slug, project, tab, onSubmit } = props
  const { t } = useTranslation()
  const small = useSmallScreen()
  const [chosen, go] = useSelection(props)
  const [view, setView] = useState(() => firstView(tab))
  const list = useIntakeItems({ slug, project_id: project.id }, view)
  const items = list.items ?? []
  const first = small ? undefined : items[0]?.issue.id
  const selected = chosen ?? first

  // In the URL from the start: the selection stays when the list moves it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when there is nothing chosen, and something to choose
  useEffect(() => {
    if (!chosen && first) go(first, tab, true)
  }, [chosen, first])

  // The address follows a key a moment later: the next key starts from here.
  const current = useRef(selected)
  useLayoutEffect(() => {
    current.current = selected
  }, [selected])

  function step(by: 1 | -1) {
    const ids = items.map(({ issue }) => issue.id)
    const id = stepAround(ids, current.current, by)
    if (!id) return
    current.current = id
    const row = document.querySelector<HTMLElement>(`[data-intake-item="${id}"]`)
    if (document.activeElement?.matches('[data-intake-item]')) row?.focus()
    row?.scrollIntoView({ block: 'nearest' })
    go(id)
  }

  /** Opens the next one; returns a function to go back, if it is refused. */
  function handleDecided(id: string) {
    go(small ? undefined : neighbourOf(items, id), tab, true)
    return () => go(id, tab, true)
  }

  const canStep = items.length > 1
  useKeys((key) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[key]
    return by && canStep ? { run: () => step(by) } : undefined
  })

  const detail = selected && (
    <IntakeDetail
      key={selected}
      slug={slug}
      project={project}
      id={selected}
      onStep={canStep ? step : undefined}
      onDecided={handleDecided}
      onMissing={() => go(undefined, tab, true)}
      onBack={small ? () => go(undefined) : undefined}
    />
  )

  const header = (
    <ShellHeader
      actions={
        <>
          {list.paging === 'reading' && (
            <span role="status" className="flex items-center gap-1 text-small text-ink-3">
              <Spinner size={14} />
              {t('intake.syncing')}
            </span>
          )}
          <Button variant="primary" icon={Plus} onClick={onSubmit}>
            <span className="max-md:hidden">{t('intake.add')}</span>
            <span className="md:hidden">{t('intake.add_short')}</span>
          </Button>
        </>
      }
    >
      <Breadcrumbs>
        <ProjectCrumb slug={slug} project={project} />
        <Crumb current after={<FeatureSwitch slug={slug} project={project} current="intake" />}>
          <h1>{t('intake.heading')}</h1>
        </Crumb>
      </Breadcrumbs>
    </ShellHeader>
  )

  return (
    <>
      {!(small && detail) && header}
      <div className="flex min-h-0 grow">
        {!(small && detail) && (
          <section
            aria-label={t('intake.list')}
            className="flex w-1/3 max-w-110 min-w-80 shrink-0 flex-col border-r border-line max-md:w-full max-md:max-w-none max-md:border-r-0"
          >
            <IntakeList
              slug={slug}
              project={project}
              tab={tab}
              onTab={(next) => go(undefined, next)}
              view={view}
              onView={setView}
              list={list}
              selected={selected}
            />
          </section>
        )}
        {(detail || !small) && (
          <section aria-label={t('intake.detail')} className="flex min-w-0 grow flex-col">
            {detail || <NothingSelected waits={!list.items && !list.isFailed} />}
          </section>
        )}
      </div>
    </>
  )
}

function NothingSelected({ waits }: { waits: boolean }) {
  const { t } = useTranslation()
  if (waits) return <ItemSkeleton panel={false} />
  return <p className="grid grow place-items-center px-4 text-ink-3">{t('intake.none_selected')}</p>
}

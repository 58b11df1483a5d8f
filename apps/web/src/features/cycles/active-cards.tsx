import {
  type AnyDistribution,
  type CompletionChart,
  type Cycle,
  type Project,
  scopeOf,
} from '@cairn/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { BurnChart } from '#entities/progress/burn-chart.tsx'
import { barGroups, GroupBar } from '#entities/progress/group-bar.tsx'
import type { Plot } from '#entities/progress/progress-chart.tsx'
import { sharesOf } from '#entities/progress/progress-section.tsx'
import { ShareList } from '#entities/progress/share-list.tsx'
import { groupIn, type Numbers, type Share, type Unit } from '#entities/progress/shares.ts'
import { UnitMenu } from '#entities/progress/unit-menu.tsx'
import type { Filters } from '#entities/work-item-list/list-settings.ts'
import { useShareFilter } from '#entities/work-item-list/use-chosen-shares.ts'
import { Tabs } from '#ui/controls/tabs.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import { useStored } from '#ui/platform/stored.ts'
import { Link } from '#ui/router/link.tsx'
import { filteredBy } from './cycle-address.ts'
import { UrgentItems } from './urgent-items.tsx'

interface ActiveCardsProps {
  slug: string
  project: Project
  cycle: Cycle
  numbers: Numbers
  /** In items; undefined while loading. */
  distribution: AnyDistribution | undefined
  chart: CompletionChart | undefined
  unit: Unit
  onUnit: ((unit: Unit) => void) | undefined
}

export function ActiveCards(props: ActiveCardsProps) {
  const { t } = useTranslation()
  // Three empty cards would say less than one sentence.
  if (props.numbers.total_issues === 0) {
    return (
      <p className="border-b border-line-subtle bg-canvas px-4 py-6 text-center text-ink-2">
        {t('cycles.empty_active_text')}
      </p>
    )
  }
  return (
    <div className="@container border-b border-line-subtle bg-canvas p-4">
      <div className="grid gap-4 @3xl:grid-cols-3">
        <ProgressCard {...props} />
        <ChartCard {...props} />
        <BehindCard {...props} />
      </div>
    </div>
  )
}

interface CardProps {
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
}

function Card({ title, aside, children }: CardProps) {
  return (
    <section className="flex min-w-0 flex-col rounded-lg border border-line bg-surface px-4 py-3 shadow-lift-0 @3xl:h-70">
      <div className="flex h-7 shrink-0 items-center gap-2">
        <h3 className="min-w-0 truncate font-medium">{title}</h3>
        {aside && <span className="ml-auto">{aside}</span>}
      </div>
      {children}
    </section>
  )
}

/** A link to the cycle, filtered to these. */
function useFilteredLink({ slug, cycle }: Pick<ActiveCardsProps, 'slug' | 'cycle'>) {
  return (filters: Filters, children: ReactNode, look?: string) => (
    <Link
      to="/$slug/projects/$projectId/cycles/$cycleId/"
      params={{ slug, projectId: cycle.project_id, cycleId: cycle.id }}
      search={filteredBy(filters)}
      className={look}
    >
      {children}
    </Link>
  )
}

const filtersOf = ({ key, values }: ReturnType<ReturnType<typeof useShareFilter>>): Filters => ({
  [key]: values,
})

function ProgressCard(props: ActiveCardsProps) {
  const { numbers } = props
  const { t } = useTranslation()
  const link = useFilteredLink(props)
  const filterOf = useShareFilter(props.slug, props.project.id)
  const { completed_issues, cancelled_issues } = numbers
  const scope = scopeOf(numbers)
  return (
    <Card
      title={t('cycles.progress')}
      aside={
        <span className="text-small text-ink-2 tabular-nums">
          {t('cycles.done_of', { ...counted(scope), done: groupedNumber(completed_issues) })}
        </span>
      }
    >
      <div className="pt-3">
        <GroupBar numbers={numbers} />
      </div>
      <ul className="-mx-2 flex flex-col pt-3">
        {barGroups
          .filter((group) => groupIn('issues', numbers, group) > 0)
          .map((group) => (
            <li key={group}>
              {link(
                filtersOf(filterOf({ filter: { key: 'state_group', value: group } })),
                <>
                  <StateIcon group={group} />
                  <span className="min-w-0 grow truncate">{t(`progress.groups.${group}`)}</span>
                  <span className="text-small text-ink-2 tabular-nums">
                    {t('cycles.item_count', counted(groupIn('issues', numbers, group)))}
                  </span>
                </>,
                'flex h-8 items-center gap-2 rounded-md px-2 hover:bg-hover max-md:h-11',
              )}
            </li>
          ))}
      </ul>
      {cancelled_issues > 0 && (
        <p className="mt-auto pt-2 text-small text-ink-2">
          {t('progress.cancelled_left_out', counted(cancelled_issues))}
        </p>
      )}
    </Card>
  )
}

function ChartCard(props: ActiveCardsProps) {
  const { numbers, chart, unit, onUnit } = props
  const { t } = useTranslation()
  const link = useFilteredLink(props)
  const [plot, setPlot] = useState<Plot>('burndown')
  return (
    <Card
      title={link({}, t(`progress.${plot}`), 'hover:underline')}
      aside={<UnitMenu unit={unit} onUnit={onUnit} plot={plot} onPlot={setPlot} />}
    >
      <div className="pt-2">
        <BurnChart chart={chart} numbers={numbers} unit={unit} plot={plot} height={172} quiet />
      </div>
    </Card>
  )
}

const tabs = ['urgent', 'assignees', 'labels'] as const
type Tab = (typeof tabs)[number]

function BehindCard(props: ActiveCardsProps) {
  const { slug, project, cycle, numbers, distribution } = props
  const { t } = useTranslation()
  const link = useFilteredLink(props)
  const [tab, setTab] = useStored<Tab>('activeCycleTab', 'assignees')
  return (
    <section className="flex h-70 min-w-0 flex-col rounded-lg border border-line bg-surface px-4 pt-1.5 shadow-lift-0">
      <Tabs
        label={t('cycles.behind')}
        tabs={tabs.map((value) => ({ value, label: t(`cycles.tabs.${value}`) }))}
        value={tab}
        onChange={setTab}
        panelClassName="-mx-2 h-58 overflow-y-auto pt-1.5 pb-2"
      >
        {tab === 'urgent' ? (
          <UrgentItems slug={slug} project={project} cycle={cycle} />
        ) : (
          <ShareList
            kind={tab}
            shares={sharesOf(tab, numbers, distribution, 'issues')}
            rowAs={({ filter }: Share, face, look) =>
              link({ [filter.key]: [filter.value] }, face, look)
            }
          />
        )}
      </Tabs>
    </section>
  )
}

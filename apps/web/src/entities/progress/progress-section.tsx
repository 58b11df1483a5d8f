import { type AnyDistribution, donePercent } from '@cairn/contract'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Tabs } from '#ui/controls/tabs.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { BurnChart } from './burn-chart.tsx'
import { GroupBar } from './group-bar.tsx'
import type { Plot } from './progress-chart.tsx'
import { ShareList } from './share-list.tsx'
import {
  type Numbers,
  type Share,
  type ShareKind,
  shareKinds,
  sharesByAssignee,
  sharesByLabel,
  sharesByState,
  type Unit,
} from './shares.ts'
import { UnitMenu } from './unit-menu.tsx'

interface ProgressSectionProps {
  numbers: Numbers
  /** In the selected unit; undefined while loading. */
  distribution: AnyDistribution | undefined
  unit: Unit
  /** Missing where only items can be counted. */
  onUnit: ((unit: Unit) => void) | undefined
  /** Storage key of the selected tab. */
  tabKey: string
  /** Toggles the filter of the list next to it; missing if there is no list. */
  onChoose?: (share: Share) => void
  isChosen?: (share: Share) => boolean
  /** In place of chart and rows: why there are none. */
  note?: ReactNode
}

/** The progress of a cycle or module: bar, chart, and breakdowns. */
export function ProgressSection(props: ProgressSectionProps) {
  const { numbers, distribution, unit, onUnit, tabKey, onChoose, isChosen, note } = props
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(true)
  const [plot, setPlot] = useState<Plot>('burndown')
  const [tab, setTab] = useStored<ShareKind>(tabKey, 'assignees')

  return (
    <section aria-label={t('progress.title')} className="border-t border-line-subtle px-5 py-3">
      <div className="flex h-7 items-center gap-2">
        <h3>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
            className="hit -ml-1 flex h-7 items-center gap-1.5 rounded-md px-1 font-medium"
          >
            <Icon
              of={ChevronDown}
              size={14}
              className={classNames(
                'text-ink-3 transition-transform duration-(--time-base)',
                !open && '-rotate-90',
              )}
            />
            {t('progress.title')}
          </button>
        </h3>
        <Tag tone="success">{t('progress.percent', { percent: donePercent(numbers) })}</Tag>
        {!note && open && (
          <span className="ml-auto">
            <UnitMenu unit={unit} onUnit={onUnit} plot={plot} onPlot={setPlot} />
          </span>
        )}
      </div>
      <div id={id} hidden={!open}>
        <div className="pt-2.5">
          <GroupBar numbers={numbers} unit={unit} />
        </div>
        {note ? (
          <p className="pt-3 text-ink-2">{note}</p>
        ) : (
          <>
            <div className="pt-3">
              <BurnChart
                chart={distribution?.completion_chart}
                numbers={numbers}
                unit={unit}
                plot={plot}
              />
            </div>
            <div className="pt-3">
              <Tabs
                label={t('progress.by')}
                tabs={shareKinds.map((value) => ({ value, label: t(`progress.by_${value}`) }))}
                value={tab}
                onChange={setTab}
                panelClassName="-mx-2 pt-1.5"
              >
                <ShareList
                  kind={tab}
                  shares={sharesOf(tab, numbers, distribution, unit)}
                  isChosen={isChosen}
                  rowAs={
                    onChoose &&
                    ((share, face, look) => (
                      <button
                        type="button"
                        aria-pressed={isChosen?.(share) ?? false}
                        onClick={() => onChoose(share)}
                        className={look}
                      >
                        {face}
                      </button>
                    ))
                  }
                />
              </Tabs>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

export function sharesOf(
  kind: ShareKind,
  numbers: Numbers,
  distribution: AnyDistribution | undefined,
  unit: Unit,
): Share[] | undefined {
  if (kind === 'states') return sharesByState(numbers, unit)
  if (!distribution) return undefined
  return kind === 'assignees'
    ? sharesByAssignee(distribution, unit)
    : sharesByLabel(distribution, unit)
}

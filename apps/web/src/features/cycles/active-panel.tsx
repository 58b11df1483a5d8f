import { type ActiveCycle, type Cycle, noPoints, type Project } from '@cairn/contract'
import { useState } from 'react'
import { useAnalytics, useDays, useProgress } from '#entities/cycle/hooks.ts'
import type { Unit } from '#entities/progress/shares.ts'
import { useHasPoints } from '#entities/progress/use-has-points.ts'
import { ActiveCards } from './active-cards.tsx'
import { recordedChart } from './recorded-chart.ts'

interface ActivePanelProps {
  slug: string
  project: Project
  cycle: Cycle
}

/** Below the active cycle: progress, chart, and breakdowns. */
export default function ActivePanel({ slug, project, cycle }: ActivePanelProps) {
  const [unit, setUnit] = useState<Unit>('issues')
  const place = { slug, project_id: project.id }
  const hasPoints = useHasPoints(slug, project)
  const counted = hasPoints ? unit : 'issues'
  const progress = useProgress(place, cycle.id)
  const inItems = useAnalytics(place, cycle, 'issues')
  const charted = useAnalytics(place, cycle, counted)
  const days = useDays(place, cycle)
  return (
    <ActiveCards
      slug={slug}
      project={project}
      cycle={cycle}
      numbers={{ ...noPoints, ...progress, ...cycle }}
      distribution={inItems}
      chart={charted && recordedChart(cycle, days, counted, charted.completion_chart)}
      unit={counted}
      onUnit={hasPoints ? setUnit : undefined}
    />
  )
}

interface SummaryPanelProps {
  slug: string
  project: Project
  cycle: ActiveCycle
}

/** The same for a cycle loaded with all its numbers. */
export function SummaryPanel({ slug, project, cycle }: SummaryPanelProps) {
  const [unit, setUnit] = useState<Unit>('issues')
  const { distribution, estimate_distribution } = cycle
  const hasPoints = estimate_distribution.completion_chart !== undefined
  const inPoints = hasPoints && unit === 'points'
  return (
    <ActiveCards
      slug={slug}
      project={project}
      cycle={cycle}
      numbers={cycle}
      distribution={distribution}
      chart={(inPoints ? estimate_distribution : distribution).completion_chart}
      unit={inPoints ? 'points' : 'issues'}
      onUnit={hasPoints ? setUnit : undefined}
    />
  )
}

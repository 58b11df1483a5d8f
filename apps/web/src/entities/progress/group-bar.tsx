import { useTranslation } from '#data/i18n.ts'
import { progressColours, StackedBar } from '#ui/feedback/progress.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { groupIn, type Numbers, type Unit } from './shares.ts'

export const barGroups = ['completed', 'started', 'unstarted', 'backlog'] as const

/** The four groups side by side; canceled items are excluded. */
export function GroupBar({ numbers, unit = 'issues' }: { numbers: Numbers; unit?: Unit }) {
  const { t } = useTranslation()
  const parts = barGroups.map((group) => {
    const value = groupIn(unit, numbers, group)
    const label = `${t(`progress.groups.${group}`)} ${groupedNumber(value)}`
    return { key: group, value, colour: progressColours[group], label }
  })
  const said = parts.filter(({ value }) => value > 0).map(({ label }) => label)
  return <StackedBar parts={parts} label={said.join(', ') || t('progress.nothing')} />
}

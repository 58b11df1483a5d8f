import { cycleStatus, priorities, stateGroups } from '@cairn/contract'
import { Boxes } from 'lucide-react'
import { useMemo } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { CycleIcon } from '#entities/cycle/cycle-icon.tsx'
import { useAssignable } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { byName, personOption } from '#entities/work-item/members-picker.tsx'
import type { Option } from '#ui/controls/combobox.tsx'
import { longDate } from '#ui/dates/day.ts'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { NONE } from './grouped-items.ts'
import { type ListContext, projectOf } from './list-context.ts'
import type { FilterKey } from './list-settings.ts'
import type { ListVocabulary } from './vocabulary.tsx'

export const datePresets = [
  '1_weeks;after;fromnow',
  '2_weeks;after;fromnow',
  '1_months;after;fromnow',
  '2_months;after;fromnow',
] as const

const byTitle = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

/** What each filter offers, in order; what a chosen value is called. */
export function useFilterOptions(context: ListContext, vocabulary: ListVocabulary | undefined) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const assignable = useAssignable(context.slug, projectOf(context) ?? '')

  return useMemo(() => {
    const project = vocabulary?.projects.get(projectOf(context) ?? '')
    const everybody = [...(vocabulary?.people.values() ?? [])].sort(byName(me))
    const members = everybody.filter(({ id }) => !project || project.members.includes(id))
    const persons = (people: typeof everybody) =>
      people.map((person) => personOption(person, me, t('pickers.you')))
    const dates = () =>
      datePresets.map((value) => ({
        value,
        label: t(`list_settings.presets.${value.split(';')[0]}` as TextKey),
      }))
    const options: Record<FilterKey, () => Option[]> = {
      priority: () =>
        priorities.map((value) => ({
          value,
          label: t(`pickers.priorities.${value}`),
          icon: <PriorityIcon priority={value} />,
        })),
      state_group: () =>
        stateGroups.map((value) => ({
          value,
          label: t(`work_items.state_groups.${value}`),
          icon: <StateIcon group={value} />,
        })),
      state: () =>
        (vocabulary?.states ?? []).map((state) => ({
          value: state.id,
          label: state.name,
          icon: stateIcon(state, vocabulary?.states ?? []),
        })),
      assignees: () => persons(members.filter(({ id }) => !project || assignable.has(id))),
      cycle: () =>
        [...(vocabulary?.cycles.values() ?? [])].sort(byTitle).map((cycle) => ({
          value: cycle.id,
          label: cycle.name,
          icon: <CycleIcon status={cycleStatus(cycle, Date.now())} />,
        })),
      module: () =>
        [...(vocabulary?.modules.values() ?? [])]
          .sort(byTitle)
          .map(({ id, name }) => ({ value: id, label: name, icon: Boxes })),
      mentions: () => persons(members),
      created_by: () => persons(members),
      subscriber: () => persons(members),
      labels: () =>
        [...(vocabulary?.labels.values() ?? [])]
          .sort(byTitle)
          .map(({ id, name, color }) => ({ value: id, label: name, icon: <Dot colour={color} /> })),
      project: () =>
        [...(vocabulary?.projects.values() ?? [])]
          .filter(({ member_role }) => member_role !== null)
          .sort(byTitle)
          .map((one) => ({ value: one.id, label: one.name, icon: projectLogo(one) })),
      start_date: dates,
      target_date: dates,
      created_at: () => [],
      completed_at: () => [],
    }
    return {
      optionsOf: (key: FilterKey) => options[key](),
      /** A value that was chosen, also one that is not offered any more. */
      chosen: (key: FilterKey, value: string): Option => {
        const known = options[key]().find((option) => option.value === value)
        if (known) return known
        const person = vocabulary?.people.get(value)
        if (person) return personOption(person, me, t('pickers.you'))
        if (value === NONE) return { value, label: t('list_settings.groups.none') }
        const [day, side] = value.split(';')
        const date = longDate(day)
        const label =
          date && side
            ? t(`list_settings.${side === 'before' ? 'before' : 'after'}_day`, { date })
            : date
        return { value, label: label || t('list_settings.unknown') }
      },
    }
  }, [t, me, vocabulary, context, assignable])
}

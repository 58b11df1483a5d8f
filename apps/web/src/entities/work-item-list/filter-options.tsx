import { cycleStatus, priorities, stateGroups } from '@cairn/contract'
import { Boxes, CircleDashed } from 'lucide-react'
import { useMemo } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { CycleIcon } from '#entities/cycle/cycle-icon.tsx'
import { useAssignable } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { byName, personOption } from '#entities/work-item/members-picker.tsx'
import { typedNumber } from '#entities/work-item/property-words.ts'
import type { Option } from '#ui/controls/combobox.tsx'
import { longDate, rangeText } from '#ui/dates/day.ts'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { isCustom } from './custom-date.ts'
import { NONE } from './grouped-items.ts'
import { type ListContext, projectOf, teamProjectsOf } from './list-context.ts'
import { type FilterField, type FixedField, isOfProperty } from './list-settings.ts'
import { isDateProperty, isTextProperty, useOwnFields } from './own-fields.ts'
import type { ListReferences } from './references.tsx'
import { textOfFilter } from './typed-filter.tsx'

export const datePresets = [
  '1_weeks;after;fromnow',
  '2_weeks;after;fromnow',
  '1_months;after;fromnow',
  '2_months;after;fromnow',
] as const

/** Relative days, offered by the menus before the older ones. */
const dueWords = ['overdue', 'today', 'this_week', '7_days;within;fromnow'] as const
const startWords = ['today', 'this_week', '7_days;within;fromnow', '7_days;within;ago'] as const

const byTitle = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

/** The dates of a chip; fixed days include before or after. */
interface ChosenDates {
  side: 'after' | 'before' | 'between' | undefined
  options: readonly Option[]
}

/** The options of each filter, in order, and the label of a selected value. */
export function useFilterOptions(context: ListContext, references: ListReferences | undefined) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const own = useOwnFields(context)
  const assignable = useAssignable(context.slug, projectOf(context) ?? '')

  return useMemo(() => {
    const project = references?.projects.get(projectOf(context) ?? '')
    const everybody = [...(references?.people.values() ?? [])].sort(byName(me))
    const members = everybody.filter(({ id }) => !project || project.members.includes(id))
    const persons = (people: typeof everybody) =>
      people.map((person) => personOption(person, me, t('pickers.you')))
    const among = teamProjectsOf(context)
    const isListed = (id: string) => among?.includes(id) ?? true
    /** Across projects the name alone is ambiguous. */
    const hintOf = (id: string) => {
      const key = projectOf(context) ? undefined : references?.projects.get(id)?.identifier
      return key ? { hint: key, keywords: key } : {}
    }
    const ofProjects = <Thing extends { project_id: string }>(things?: Iterable<Thing>) =>
      [...(things ?? [])].filter((one) => isListed(one.project_id))
    const dates = (words: readonly string[], prefix: 'due' | 'starts') => [
      ...words.map((value) => ({
        value,
        label: t(`list_settings.${prefix}.${value.replaceAll(';', '_')}` as TextKey),
      })),
      { value: NONE, label: t(`list_settings.${prefix}.none`) },
      ...datePresets.map((value) => ({ value, label: presetText(value) })),
    ]
    const presetText = (value: string) =>
      t(`list_settings.presets.${value.split(';')[0]}` as TextKey)
    /** Comes first, so that it is not the last of a hundred. */
    const none = (label: string): Option => ({ value: NONE, label, icon: CircleDashed })
    const options: Record<FixedField, () => Option[]> = {
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
        ofProjects(references?.states).map((state) => ({
          value: state.id,
          label: state.name,
          icon: stateIcon(state, references?.states ?? []),
          ...hintOf(state.project_id),
        })),
      assignees: () => [
        { ...none(t('list_settings.unassigned')), keywords: t('work_items.no_assignee') },
        ...persons(members.filter(({ id }) => !project || assignable.has(id))),
      ],
      cycle: () => [
        none(t('work_items.no_cycle')),
        ...ofProjects(references?.cycles.values())
          .sort(byTitle)
          .map((cycle) => ({
            value: cycle.id,
            label: cycle.name,
            icon: <CycleIcon status={cycleStatus(cycle, Date.now())} />,
            ...hintOf(cycle.project_id),
          })),
      ],
      module: () => [
        none(t('work_items.no_module')),
        ...ofProjects(references?.modules.values())
          .sort(byTitle)
          .map(({ id, name, project_id }) => ({
            ...{ value: id, label: name, icon: Boxes },
            ...hintOf(project_id),
          })),
      ],
      mentions: () => persons(members),
      created_by: () => persons(members),
      subscriber: () => persons(members),
      labels: () => [
        none(t('work_items.no_label')),
        ...ofProjects(references?.labels.values())
          .sort(byTitle)
          .map(({ id, name, color, project_id }) => ({
            ...{ value: id, label: name, icon: <Dot colour={color} /> },
            ...hintOf(project_id),
          })),
      ],
      issue_type: () =>
        (references?.groupsOf('issue_type') ?? []).map(({ id, title, icon }) => ({
          value: id,
          label: title,
          icon,
        })),
      project: () =>
        [...(references?.projects.values() ?? [])]
          .filter(({ id, member_role }) => member_role !== null && isListed(id))
          .sort(byTitle)
          .map((one) => ({ value: one.id, label: one.name, icon: projectLogo(one) })),
      start_date: () => dates(startWords, 'starts'),
      target_date: () => dates(dueWords, 'due'),
      created_at: () => [],
      completed_at: () => [],
      estimate_point: () => [
        none(t('list_settings.no_estimate')),
        ...[...(references?.points ?? [])].map(([value, label]) => ({ value, label })),
      ],
      parent: () => [none(t('list_settings.no_parent'))],
    }
    /** Typed values are not among them. */
    const ofProperty = (field: FilterField): Option[] => {
      const { property, name } = own.find((one) => one.field === field) ?? {}
      if (!property || !name) return []
      const empty = none(t('list_settings.no_value', { name }))
      switch (property.kind) {
        case 'option':
          return [
            empty,
            ...property.options.map((option) => ({
              ...{ value: option.id, label: option.name },
              icon: <Dot colour={option.color} />,
            })),
          ]
        case 'person':
          return [empty, ...persons(members)]
        case 'boolean':
          return [
            empty,
            { value: 'true', label: t('properties.yes') },
            { value: 'false', label: t('properties.no') },
          ]
        case 'date':
        case 'datetime':
          return [
            empty,
            { value: 'today', label: t('list_settings.days.today') },
            { value: 'this_week', label: t('list_settings.days.this_week') },
            ...datePresets.map((value) => ({ value, label: presetText(value) })),
          ]
        default:
          return [empty]
      }
    }
    const optionsOf = (field: FilterField) =>
      isOfProperty(field) ? ofProperty(field) : options[field]()
    const rangeOf = (value: string) => {
      const [from, to] = value.split('..').map((end) => (end ? typedNumber(Number(end)) : ''))
      if (to === undefined) return from ?? ''
      if (!from) return `≤ ${to}`
      return to ? `${from} – ${to}` : `≥ ${from}`
    }
    const isDate = (field: FilterField) =>
      isOfProperty(field) ? isDateProperty(field) : field.endsWith('_date') || field.endsWith('_at')
    /** The text of a day in a chip: its field and condition come before it. */
    const dayText = (value: string): string => {
      const [amount = '', side] = value.split(';')
      const [count, unit] = amount.split('_')
      if (datePresets.some((preset) => preset === value)) return presetText(value)
      if (side === 'within' && unit === 'days') {
        const way = value.endsWith('fromnow') ? 'next_days' : 'last_days'
        return t(`list_settings.${way}`, { count: Number(count) })
      }
      if (value === 'overdue' || value === 'today' || value === 'this_week') {
        return t(`list_settings.days.${value}`)
      }
      return longDate(amount) || t('list_settings.unknown')
    }
    /** A pair of after and before is one range. */
    const readDates = (values: readonly string[]): ChosenDates => {
      const [from] = values.filter((value) => value.endsWith(';after') && isCustom([value]))
      const [to] = values.filter((value) => value.endsWith(';before') && isCustom([value]))
      const others = values.filter((value) => value !== from && value !== to)
      const day = (value: string) => value.slice(0, 10)
      const rest = others.map((value) => ({
        value,
        label: value === NONE ? t('list_settings.groups.none') : dayText(value),
      }))
      if (from && to) {
        const label = rangeText(day(from), day(to)).replace(' - ', ' – ')
        return { side: 'between', options: [{ value: from, label }, ...rest] }
      }
      const end = from ?? to
      if (!end) return { side: undefined, options: rest }
      const label = longDate(day(end))
      return { side: from ? 'after' : 'before', options: [{ value: end, label }, ...rest] }
    }
    /** A selected value, even if it is no longer offered. */
    const chosen = (field: FilterField, value: string): Option => {
      const known = optionsOf(field).find((option) => option.value === value)
      if (known) return known
      if (isTextProperty(field)) return { value, label: textOfFilter(value) }
      if (field.startsWith('property_number')) return { value, label: rangeOf(value) }
      const person = references?.people.get(value)
      if (person) return personOption(person, me, t('pickers.you'))
      const isNone = value === NONE
      return { value, label: t(isNone ? 'list_settings.groups.none' : 'list_settings.unknown') }
    }
    return {
      optionsOf,
      chosen: (field: FilterField, values: readonly string[]): ChosenDates =>
        isDate(field)
          ? readDates(values)
          : { side: undefined, options: values.map((value) => chosen(field, value)) },
    }
  }, [t, me, references, context, assignable, own])
}

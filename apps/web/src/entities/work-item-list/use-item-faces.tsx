import type { Label, WorkItem } from '@cairn/contract'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { usePriorityOptions } from '#entities/work-item/priority-options.tsx'
import type { IconLike } from '#ui/icons/icon.tsx'
import type { Person } from '#ui/people/avatar.tsx'
import { keyText } from './is-draft.ts'
import type { ListReferences } from './references.tsx'

export interface ItemFace {
  /** "In Progress" */
  name: string
  /** "State: In Progress" */
  label: string
  icon: IconLike | undefined
}

/** Labels and icons of values for cards and cells: created once per layout, not once per item. */
export interface ItemFaces {
  keyOf: (item: WorkItem) => string
  states: ReadonlyMap<string, ItemFace>
  priorities: ReadonlyMap<string, ItemFace>
  /** Undefined where the item's project uses no types. */
  typeOf: (item: WorkItem) => ItemFace | undefined
  labels: ReadonlyMap<string, Label>
  people: ReadonlyMap<string, Person>
  cycles: ListReferences['cycles']
  modules: ListReferences['modules']
  points: ListReferences['points']
}

export function useItemFaces(references: ListReferences): ItemFaces {
  const { states, labels, people, projects, cycles, modules, points, types, typeOf } = references
  const { t } = useTranslation()
  const priorityOptions = usePriorityOptions()
  return useMemo(() => {
    const face = (what: string, name: string, icon: IconLike | undefined): ItemFace => ({
      name,
      label: `${what}: ${name}`,
      icon,
    })
    const siblingsOf = (project_id: string) =>
      states.filter((state) => state.project_id === project_id)
    const typeFaces = new Map(
      [...types.values()].map((type) => [type.id, face(t('pickers.type'), type.name, type.icon)]),
    )
    return {
      keyOf: (item) => keyText(projects.get(item.project_id)?.identifier, item),
      states: new Map(
        states.map((state) => [
          state.id,
          face(t('pickers.state'), state.name, stateIcon(state, siblingsOf(state.project_id))),
        ]),
      ),
      priorities: new Map(
        priorityOptions.map(({ value, label, icon }) => [
          value,
          face(t('pickers.priority'), label, icon),
        ]),
      ),
      typeOf: (item) => typeFaces.get(typeOf(item)?.id ?? ''),
      labels,
      people,
      cycles,
      modules,
      points,
    }
  }, [t, states, labels, people, projects, cycles, modules, points, types, typeOf, priorityOptions])
}

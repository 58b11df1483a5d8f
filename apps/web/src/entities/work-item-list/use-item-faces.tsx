import type { Label, WorkItem } from '@cairn/contract'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { usePriorityOptions } from '#entities/work-item/priority-options.tsx'
import type { IconLike } from '#ui/icons/icon.tsx'
import type { Person } from '#ui/people/avatar.tsx'
import type { ListVocabulary } from './vocabulary.tsx'

export interface ItemFace {
  /** "In Progress" */
  name: string
  /** "State: In Progress" */
  label: string
  icon: IconLike | undefined
}

/** What cards and cells draw values with: made once per layout, not once per item. */
export interface ItemFaces {
  keyOf: (item: WorkItem) => string
  states: ReadonlyMap<string, ItemFace>
  priorities: ReadonlyMap<string, ItemFace>
  labels: ReadonlyMap<string, Label>
  people: ReadonlyMap<string, Person>
  cycles: ListVocabulary['cycles']
  modules: ListVocabulary['modules']
  points: ListVocabulary['points']
}

export function useItemFaces(vocabulary: ListVocabulary): ItemFaces {
  const { states, labels, people, projects, cycles, modules, points } = vocabulary
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
    return {
      keyOf: ({ project_id, sequence_id }) =>
        `${projects.get(project_id)?.identifier ?? ''}-${sequence_id}`,
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
      labels,
      people,
      cycles,
      modules,
      points,
    }
  }, [t, states, labels, people, projects, cycles, modules, points, priorityOptions])
}

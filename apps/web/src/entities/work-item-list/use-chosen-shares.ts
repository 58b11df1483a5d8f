import type { Share } from '#entities/progress/shares.ts'
import { useStates } from '#entities/state/hooks.ts'
import type { ListContext } from './list-context.ts'
import type { FilterField } from './list-settings.ts'
import { useListSettings } from './use-list-settings.ts'

interface Chosen {
  key: FilterField
  values: readonly string[]
}

/** The filter of a project's list that shows exactly these: a group means all its states. */
export function useShareFilter(slug: string, project_id: string) {
  const states = useStates(slug, project_id)
  return ({ filter: { key, value } }: Pick<Share, 'filter'>): Chosen => {
    if (key !== 'state_group') return { key, values: [value] }
    const inGroup = states?.filter(({ group }) => group === value) ?? []
    return { key: 'state', values: inGroup.map(({ id }) => id) }
  }
}

/** Counts next to a list filter it, and show when they do. */
export function useChosenShares(context: ListContext & { project_id: string }) {
  const { settings, actions } = useListSettings(context)
  const filterOf = useShareFilter(context.slug, context.project_id)

  function read(share: Share) {
    const { key, values } = filterOf(share)
    const chosen = settings?.filters[key] ?? []
    const isChosen = values.length > 0 && values.every((value) => chosen.includes(value))
    return { key, values, chosen, isChosen }
  }

  return {
    isChosen: (share: Share) => read(share).isChosen,
    onChoose: (share: Share) => {
      const { key, values, chosen, isChosen } = read(share)
      const others = chosen.filter((value) => !values.includes(value))
      actions.setFilters({
        ...settings?.filters,
        [key]: isChosen ? others : [...others, ...values],
      })
    },
  }
}

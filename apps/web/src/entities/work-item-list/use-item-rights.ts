import { canChangeWorkItem, canRemoveWorkItem, MEMBER, type WorkItem } from '@cairn/contract'
import { useMemo } from 'react'
import { useMe } from '#entities/account/hooks.ts'
import type { Property } from '#entities/work-item/properties.ts'
import { isDraft } from './is-draft.ts'
import { abilitiesOf, contextKey, type ListContext } from './list-context.ts'
import { featuresOf } from './use-features.ts'
import type { ListVocabulary } from './vocabulary.tsx'

export interface ItemRights {
  /** Properties in place, drag, edit; a property that the item's project does not use is nobody's. */
  canChange: (item: WorkItem, property?: Property) => boolean
  canRemove: (item: WorkItem) => boolean
  /** A member of the item's project: archive, restore, copy. */
  isMember: (item: WorkItem) => boolean
}

/** By the role in the item's own project, and by what the context allows at all. */
export function useItemRights(
  context: ListContext,
  vocabulary: ListVocabulary | undefined,
): ItemRights {
  const { id: user_id } = useMe()
  const key = contextKey(context)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the context
  return useMemo(() => {
    const { change } = abilitiesOf(context)
    const callerIn = ({ project_id }: WorkItem) => ({
      user_id,
      project_role: vocabulary?.projects.get(project_id)?.member_role ?? 0,
    })
    const isUsed = ({ project_id, is_epic }: WorkItem, property: Property | undefined) => {
      const project = vocabulary?.projects.get(project_id)
      if (!project || !property) return true
      const { cycles, modules, estimates } = featuresOf(project)
      const used: Partial<Record<Property, boolean>> = {
        cycle: cycles && !is_epic,
        modules: modules && !is_epic,
        estimate: estimates,
      }
      return used[property] ?? true
    }
    return {
      canChange: (item, property) =>
        change && canChangeWorkItem(callerIn(item), item) && isUsed(item, property),
      canRemove: (item) => canRemoveWorkItem(callerIn(item), item),
      isMember: (item) => !isDraft(item) && callerIn(item).project_role >= MEMBER,
    }
  }, [vocabulary, user_id, key])
}

import { canChangeWorkItem, canRemoveWorkItem, MEMBER, type WorkItem } from '@cairn/contract'
import { useMemo } from 'react'
import { useMe } from '#entities/account/hooks.ts'
import type { Property } from '#entities/work-item/properties.ts'
import { isDraft } from './is-draft.ts'
import { abilitiesOf, contextKey, type ListContext } from './list-context.ts'
import type { ListReferences } from './references.tsx'
import { featuresOf } from './use-features.ts'

export interface ItemRights {
  /** Edit properties in place, drag; false for a property the item's project does not use. */
  canChange: (item: WorkItem, property?: Property) => boolean
  canRemove: (item: WorkItem) => boolean
  /** A member of the item's project: archive, restore, copy. */
  isMember: (item: WorkItem) => boolean
}

/** By the role in the item's project, and by what the context allows. */
export function useItemRights(
  context: ListContext,
  references: ListReferences | undefined,
): ItemRights {
  const { id: user_id } = useMe()
  const key = contextKey(context)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the context
  return useMemo(() => {
    const { change } = abilitiesOf(context)
    const callerIn = ({ project_id }: WorkItem) => ({
      user_id,
      project_role: references?.projects.get(project_id)?.member_role ?? 0,
    })
    const isUsed = ({ project_id, is_epic }: WorkItem, property: Property | undefined) => {
      const project = references?.projects.get(project_id)
      if (!project || !property) return true
      const { cycles, modules, estimates, types } = featuresOf(project)
      const used: Partial<Record<Property, boolean>> = {
        cycle: cycles && !is_epic,
        modules: modules && !is_epic,
        estimate: estimates,
        type: types && !is_epic,
      }
      return used[property] ?? true
    }
    // The user's own drafts; project values can be set once there is a project.
    if (context.kind === 'drafts') {
      return {
        canChange: (item, property) => item.project_id !== '' && isUsed(item, property),
        canRemove: () => true,
        isMember: (item) => item.project_id !== '',
      }
    }
    return {
      canChange: (item, property) =>
        change && canChangeWorkItem(callerIn(item), item) && isUsed(item, property),
      canRemove: (item) => canRemoveWorkItem(callerIn(item), item),
      isMember: (item) => !isDraft(item) && callerIn(item).project_role >= MEMBER,
    }
  }, [references, user_id, key])
}

import { canChangeWorkItem, canRemoveWorkItem, MEMBER, type WorkItem } from '@cairn/contract'
import { useMemo } from 'react'
import { useMe } from '#features/account/hooks.ts'
import { isDraft } from './is-draft.ts'
import { abilitiesOf, contextKey, type ListContext } from './list-context.ts'
import type { ListVocabulary } from './vocabulary.tsx'

export interface ItemRights {
  /** Properties in place, drag, edit. */
  canChange: (item: WorkItem) => boolean
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
    return {
      canChange: (item) => change && !isDraft(item) && canChangeWorkItem(callerIn(item), item),
      canRemove: (item) => !isDraft(item) && canRemoveWorkItem(callerIn(item), item),
      isMember: (item) => !isDraft(item) && callerIn(item).project_role >= MEMBER,
    }
  }, [vocabulary, user_id, key])
}

import { workItemTypesApi as api } from '@cairn/contract'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { changeShown, type Shown, shownIn } from '#entities/work-item-list/shown-items.ts'

interface Placed {
  slug: string
  project_id: string
  id: string
}

/** Converts between work item and epic; key, history and children stay. */
export const useConvert = (params: Placed) =>
  useOptimisticMutation({
    query: () => shownIn(params.slug),
    send: (to: 'epic' | 'issue') => call(api.convert, { params, body: { to } }),
    apply: (shown: Shown, to) =>
      changeShown(shown, params.id, (item) => ({ ...item, is_epic: to === 'epic' })),
    settle: (shown, converted) =>
      changeShown(shown, params.id, (item) => ({ ...item, ...converted })),
    line: () => params.id,
    failure: 'item.not_converted',
  })

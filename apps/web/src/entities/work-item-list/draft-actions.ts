import { draftsApi as api, type Draft, type NewDraft } from '@cairn/contract'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import {
  mutateOptimistically,
  type OptimisticMutation,
  type QueryOf,
} from '#data/use-optimistic-mutation.ts'
import { draftsIn } from '#entities/draft/draft-queries.ts'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { toItemEvent } from './draft-list.ts'
import type { LoadedItems } from './grouped-items.ts'
import { applyToList } from './item-changes.ts'
import { changeShown, removeShown } from './shown-items.ts'
import { withPatch } from './with-patch.ts'

const shownIn = (slug: string): QueryOf<LoadedItems>[] =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: draftsIn(slug) })
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey }) => ({ queryKey }) as QueryOf<LoadedItems>)

export const changingDraft = (
  slug: string,
): OptimisticMutation<LoadedItems, { id: string; patch: ItemPatch }, null> => ({
  query: () => shownIn(slug),
  send: ({ id, patch: { module_ids, ...patch } }) => {
    const body = { ...patch, ...(module_ids && { module_ids: [...module_ids] }) }
    return call(api.change, { params: { slug, id }, body })
  },
  apply: (shown, { id, patch }) => changeShown(shown, id, (item) => withPatch(slug, item, patch)),
  line: ({ id }) => id,
  durable: { name: 'draft.change', scope: slug, about: ({ id }) => [id] },
  failure: 'drafts.not_changed',
})

export const removingDraft = (slug: string): OptimisticMutation<LoadedItems, string, null> => ({
  query: () => shownIn(slug),
  send: (id) => call(api.remove, { params: { slug, id } }),
  apply: (shown, id) => removeShown(shown, [id]) as LoadedItems,
  line: (id) => id,
  durable: { name: 'draft.remove', scope: slug, about: (id) => [id], removes: true },
  failure: 'drafts.not_removed',
})

interface SavedDraft {
  /** Shown until the server has responded. */
  draft: Draft
  body: NewDraft
}

const saved = (list: LoadedItems, draft: Draft) =>
  applyToList(list, toItemEvent({ type: 'draft.saved', draft }))

export const creatingDraft = (
  slug: string,
): OptimisticMutation<LoadedItems, SavedDraft, Draft> => ({
  query: () => shownIn(slug),
  send: ({ draft: { id }, body }) => call(api.create, { params: { slug }, body: { ...body, id } }),
  apply: (list, { draft }) => saved(list, draft),
  settle: (list, draft) => saved(list, draft),
  creates: ({ draft }) => draft.id,
  line: () => `new draft in ${slug}`,
  durable: {
    ...{ name: 'draft.create', scope: slug },
    about: ({ draft }) => [draft.id],
    find: ({ draft: { id } }) => call(api.get, { params: { slug, id } }),
  },
  failure: 'item_form.not_created',
})

/** Replaces all values of a draft. */
export const replacingDraft = (
  slug: string,
): OptimisticMutation<LoadedItems, SavedDraft, null> => ({
  query: () => shownIn(slug),
  send: ({ draft: { id }, body }) => call(api.change, { params: { slug, id }, body }),
  apply: (list, { draft }) => saved(list, draft),
  line: ({ draft: { id } }) => id,
  durable: { name: 'draft.replace', scope: slug, about: ({ draft }) => [draft.id] },
  failure: 'item_form.not_created',
})

/**
 * Saves a draft. Resolves to whether the server has it or only this browser; rejects if it is
 * refused.
 */
export function saveDraft(
  slug: string,
  { isNew, ...draft }: SavedDraft & { isNew: boolean },
): Promise<'saved' | 'stored'> {
  return new Promise((resolve, reject) => {
    const then = {
      onSuccess: () => resolve('saved'),
      onStored: () => resolve('stored'),
      onFailure: (error: unknown) => {
        reject(error)
        return true
      },
    }
    if (isNew) void mutateOptimistically(creatingDraft(slug), draft, then)
    else void mutateOptimistically(replacingDraft(slug), draft, then)
  })
}

import {
  commentsApi as api,
  applyCommentEvent,
  assetsApi,
  type CommentReaction,
  type HeardComment,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { newId } from '#data/new-id.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { type OptimisticMutation, useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { useMe } from '#entities/account/hooks.ts'

export interface ItemRef {
  slug: string
  project_id: string
  id: string
}

const commentsOf = (params: ItemRef) =>
  queryOptions({
    queryKey: ['comments', params.slug, params.id] as const,
    queryFn: async ({ signal }): Promise<HeardComment[]> =>
      (await call(api.list, { params, signal })).toReversed(),
  })

/** The oldest first. */
export function useComments(place: ItemRef): readonly HeardComment[] | undefined {
  useLiveUpdates(commentsOf(place), (comments, event) =>
    event.issue === place.id ? applyCommentEvent(comments, event) : comments,
  )
  return useQuery(commentsOf(place)).data
}

export interface NewWords {
  /** In the history until the server has responded. */
  draft: HeardComment
  /** Pictures uploaded before the comment existed. */
  assets: readonly string[]
}

interface Words extends Pick<HeardComment, 'comment_html' | 'access' | 'parent'> {
  id: string | undefined
}

export function useDraftComment({ id: issue, project_id }: ItemRef) {
  const { id: actor, first_name, last_name, avatar, avatar_url, display_name } = useMe()
  return ({ comment_html, access, parent, id = newId() }: Words): HeardComment => {
    const now = new Date().toISOString()
    const me = { id: actor, first_name, last_name, avatar, avatar_url, display_name, is_bot: false }
    const project = { id: project_id, identifier: '', name: '', description: '' }
    const noCover = { cover_image: null, cover_image_url: null, logo_props: {} }
    return {
      ...{ id, issue, parent, parent_created_at: null, project: project_id, workspace: '', actor },
      ...{ comment_html, comment_json: {}, comment_stripped: '', attachments: [] },
      ...{ access, external_source: null, external_id: null, edited_at: null },
      ...{ created_at: now, updated_at: now, created_by: actor, updated_by: actor },
      ...{ deleted_at: null, actor_detail: me, comment_reactions: [], is_member: true },
      project_detail: { ...project, ...noCover },
      workspace_detail: { id: '', name: '', slug: '', logo_url: null },
    }
  }
}

/** Marks the comment and, in lists, its item. */
const aboutComment = ({ id: item }: ItemRef, id: string) => [id, item]

export const creatingComment = (
  params: ItemRef,
): OptimisticMutation<HeardComment[], NewWords, HeardComment> => ({
  query: commentsOf(params),
  send: async ({ draft, assets }) => {
    const { id, comment_html, access, parent } = draft
    // With the key, a retry after a lost response creates no second comment.
    const comment = await call(api.create, {
      ...{ params, body: { id, comment_html, access, parent }, key: id },
    })
    if (assets.length > 0) {
      const where = { ...params, entity_id: comment.id }
      // The comment exists and shows its images; unbound, they are only not deleted with it. Not
      // awaited: it names the comment, so it waits for this creation to end.
      void call(assetsApi.bindInProject, {
        params: where,
        body: { asset_ids: [...assets] },
      }).catch(() => undefined)
    }
    return comment
  },
  // The event may arrive before the response: the comment exists then.
  apply: (comments, { draft }) =>
    comments.some(({ id }) => id === draft.id) ? comments : [...comments, draft],
  settle: (comments, comment) =>
    applyCommentEvent(comments, { type: 'comment.saved', issue: params.id, comment }),
  creates: ({ draft }) => draft.id,
  // Comments are sent one by one, to keep their order.
  line: () => `comments of ${params.id}`,
  durable: {
    ...{ name: 'comment.create', scope: params },
    about: ({ draft }) => aboutComment(params, draft.id),
    find: ({ draft }) => call(api.get, { params: { ...params, comment_id: draft.id } }),
  },
  failure: 'comments.not_created',
})

export const useCreateComment = (params: ItemRef) => useOptimisticMutation(creatingComment(params))

interface Edit {
  id: string
  comment_html: string
}

export const changingComment = (
  params: ItemRef,
): OptimisticMutation<HeardComment[], Edit, HeardComment> => ({
  query: commentsOf(params),
  send: ({ id: comment_id, comment_html }) =>
    call(api.change, { params: { ...params, comment_id }, body: { comment_html } }),
  apply: (comments, { id, comment_html }) =>
    comments.map((one) => (one.id === id ? { ...one, comment_html } : one)),
  settle: (comments, comment) =>
    applyCommentEvent(comments, { type: 'comment.saved', issue: params.id, comment }),
  line: ({ id }) => id,
  durable: {
    ...{ name: 'comment.change', scope: params },
    about: ({ id }) => aboutComment(params, id),
  },
  failure: 'comments.not_updated',
})

export const useChangeComment = (params: ItemRef) => useOptimisticMutation(changingComment(params))

interface AccessChange {
  id: string
  access: HeardComment['access']
}

/** Makes it external, or internal again. */
export const useChangeCommentAccess = (params: ItemRef) =>
  useOptimisticMutation({
    query: commentsOf(params),
    send: ({ id: comment_id, access }: AccessChange) =>
      call(api.change, { params: { ...params, comment_id }, body: { access } }),
    apply: (comments: HeardComment[], { id, access }) =>
      comments.map((one) => (one.id === id ? { ...one, access } : one)),
    settle: (comments, comment) =>
      applyCommentEvent(comments, { type: 'comment.saved', issue: params.id, comment }),
    line: ({ id }) => id,
    failure: 'comments.access_not_changed',
  })

export const removingComment = (
  params: ItemRef,
): OptimisticMutation<HeardComment[], string, null> => ({
  query: commentsOf(params),
  send: (comment_id) => call(api.remove, { params: { ...params, comment_id } }),
  apply: (comments, id) =>
    applyCommentEvent(comments, { type: 'comment.removed', id, issue: params.id }),
  line: (id) => id,
  durable: {
    ...{ name: 'comment.remove', scope: params, removes: true },
    about: (id) => aboutComment(params, id),
  },
  failure: 'comments.not_removed',
})

export const useRemoveComment = (params: ItemRef) => useOptimisticMutation(removingComment(params))

/** After deletion: restores it in its place. */
export const useUndeleteComment = (params: ItemRef) =>
  useOptimisticMutation({
    query: commentsOf(params),
    send: ({ id: comment_id }: HeardComment) =>
      call(api.undelete, { params: { ...params, comment_id } }),
    apply: (comments: HeardComment[], comment) =>
      applyCommentEvent(comments, { type: 'comment.saved', issue: params.id, comment }),
    settle: (comments, comment) =>
      applyCommentEvent(comments, { type: 'comment.saved', issue: params.id, comment }),
    failure: 'comments.not_brought_back',
  })

interface CommentReactionChange {
  comment: string
  code: string
  on: boolean
}

interface NewReaction extends CommentReactionChange {
  id: string
}

export function useReactToComment({ slug, project_id, id: issue }: ItemRef) {
  const { id: actor } = useMe()
  const isMine = (code: string) => (one: CommentReaction) =>
    one.reaction === code && one.actor === actor

  const draftOf = ({ id, comment, code: reaction }: NewReaction): CommentReaction => {
    const now = new Date().toISOString()
    const moments = { created_at: now, updated_at: now, deleted_at: null }
    const by = { actor, created_by: actor, updated_by: actor }
    const where = { comment, project: project_id, workspace: '' }
    return { id, reaction, ...by, ...where, ...moments }
  }

  const changeOne = (
    comments: HeardComment[],
    comment: string,
    change: (reactions: CommentReaction[]) => CommentReaction[],
  ) =>
    comments.map((one) =>
      one.id === comment ? { ...one, comment_reactions: change(one.comment_reactions) } : one,
    )

  const { mutate } = useOptimisticMutation({
    query: commentsOf({ slug, project_id, id: issue }),
    send: async ({ id, comment: comment_id, code, on }: NewReaction) => {
      const params = { slug, project_id, comment_id }
      if (on) return call(api.react, { params, body: { id, reaction: code } })
      await call(api.takeBack, { params: { ...params, reaction: code } })
      return undefined
    },
    apply: (comments: HeardComment[], wanted) =>
      changeOne(comments, wanted.comment, (reactions) => {
        const isMineOfIt = isMine(wanted.code)
        if (!wanted.on) return reactions.filter((one) => !isMineOfIt(one))
        return reactions.some(isMineOfIt) ? reactions : [...reactions, draftOf(wanted)]
      }),
    settle: (comments, saved, { comment, code }) =>
      changeOne(comments, comment, (reactions) => {
        const rest = reactions.filter((one) => !isMine(code)(one))
        return saved ? [...rest, saved] : rest
      }),
    line: ({ comment, code }) => `reaction ${code} to ${comment}`,
    failure: 'comments.reaction_not_changed',
  })
  return { mutate: (change: CommentReactionChange) => mutate({ ...change, id: newId() }) }
}

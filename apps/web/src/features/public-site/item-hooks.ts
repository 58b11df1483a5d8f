import {
  publicDiscussionApi as api,
  type Comment,
  type CurrentUser,
  type PublicActor,
  type PublicItemDetail,
  publicAssetsApi,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { sendFile } from '#entities/file/upload.ts'
import { itemOf, useReadBoardAgain } from './hooks.ts'

/** An item on a board. */
export interface PublicItemRef {
  anchor: string
  id: string
}

const actorOf = (user: CurrentUser): PublicActor => {
  const { id, first_name, last_name, avatar, avatar_url, display_name } = user
  return { id, first_name, last_name, avatar, avatar_url, display_name }
}

export type Vote = 1 | -1

export function useVote(params: PublicItemRef, me: CurrentUser) {
  const readBoardAgain = useReadBoardAgain(params.anchor)
  const { mutate } = useOptimisticMutation({
    query: itemOf(params.anchor, params.id),
    /** Undefined: none at all. */
    send: async (vote: Vote | undefined) => {
      if (vote) await call(api.vote, { params, body: { vote } })
      else await call(api.withdrawVote, { params })
    },
    apply: (item: PublicItemDetail, vote) => {
      const others = item.vote_items.filter(({ actor_details: { id } }) => id !== me.id)
      const vote_items = vote ? [...others, { vote, actor_details: actorOf(me) }] : others
      return { ...item, vote_items }
    },
    line: () => `vote ${params.id}`,
    failure: 'public_site.vote_not_saved',
  })
  return (vote: Vote | undefined) => mutate(vote, { onSuccess: readBoardAgain })
}

export function useReactToItem(params: PublicItemRef, me: CurrentUser) {
  const readBoardAgain = useReadBoardAgain(params.anchor)
  const { mutate } = useOptimisticMutation({
    query: itemOf(params.anchor, params.id),
    send: async ({ code, on }: { code: string; on: boolean }) => {
      if (on) await call(api.react, { params, body: { reaction: code } })
      else await call(api.takeBack, { params: { ...params, reaction: code } })
    },
    apply: (item: PublicItemDetail, { code, on }) => {
      const others = item.reaction_items.filter(
        ({ reaction, actor_details: { id } }) => reaction !== code || id !== me.id,
      )
      const mine = { reaction: code, actor_details: actorOf(me) }
      return { ...item, reaction_items: on ? [...others, mine] : others }
    },
    line: ({ code }) => `reaction ${code} to ${params.id}`,
    failure: 'reactions.not_changed',
  })
  return (code: string, on: boolean) => mutate({ code, on }, { onSuccess: readBoardAgain })
}

const commentsOf = (params: PublicItemRef) =>
  queryOptions({
    staleTime: 30_000,
    refetchOnWindowFocus: true,
    queryKey: ['public-board', params.anchor, 'comments', params.id] as const,
    queryFn: ({ signal }) => call(api.comments, { params, signal }),
  })

/** Oldest first; undefined while loading. */
export const usePublicComments = (place: PublicItemRef) => useQuery(commentsOf(place)).data

export interface NewWords {
  comment_html: string
  /** Pictures uploaded before the comment existed. */
  assets: readonly string[]
}

/** Not optimistic: the text stays in the field until the comment is created. */
export function useAddComment(params: PublicItemRef) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ comment_html, assets }: NewWords) => {
      const comment = await call(api.addComment, { params, body: { comment_html } })
      if (assets.length > 0) await bind(params.anchor, comment.id, assets)
      return comment
    },
    onSuccess: (comment) =>
      client.setQueryData(commentsOf(params).queryKey, (comments: Comment[] = []) => [
        ...comments.filter(({ id }) => id !== comment.id),
        comment,
      ]),
  })
}

/** Until it is bound, a picture is visible only to its uploader. */
const bind = (anchor: string, entity_id: string, assets: readonly string[]) =>
  call(publicAssetsApi.bind, { params: { anchor, entity_id }, body: { asset_ids: [...assets] } })

export const useChangeComment = (params: PublicItemRef) =>
  useOptimisticMutation({
    query: commentsOf(params),
    send: async ({ id: comment_id, comment_html, assets }: NewWords & { id: string }) => {
      const at = { ...params, comment_id }
      const comment = await call(api.changeComment, { params: at, body: { comment_html } })
      if (assets.length > 0) await bind(params.anchor, comment_id, assets)
      return comment
    },
    apply: (comments: Comment[], { id, comment_html }) =>
      comments.map((one) => (one.id === id ? { ...one, comment_html } : one)),
    settle: (comments, saved) => comments.map((one) => (one.id === saved.id ? saved : one)),
    line: ({ id }) => id,
    failure: 'comments.not_updated',
  })

export const useRemoveComment = (params: PublicItemRef) =>
  useOptimisticMutation({
    query: commentsOf(params),
    send: (comment_id: string) => call(api.removeComment, { params: { ...params, comment_id } }),
    apply: (comments: Comment[], id) => comments.filter((one) => one.id !== id),
    failure: 'comments.not_removed',
  })

interface CommentReactionChange {
  comment: string
  code: string
  on: boolean
}

export function useReactToComment({ anchor, id }: PublicItemRef, me: CurrentUser) {
  return useOptimisticMutation({
    query: commentsOf({ anchor, id }),
    send: async ({ comment: comment_id, code, on }: CommentReactionChange) => {
      const params = { anchor, comment_id }
      if (on) await call(api.reactToComment, { params, body: { reaction: code } })
      else await call(api.takeBackFromComment, { params: { ...params, reaction: code } })
    },
    apply: (comments: Comment[], { comment, code, on }) =>
      comments.map((one) => {
        if (one.id !== comment) return one
        const others = one.comment_reactions.filter(
          ({ reaction, actor }) => reaction !== code || actor !== me.id,
        )
        const now = new Date().toISOString()
        const mine = {
          ...{ id: `${code} of ${me.id}`, reaction: code, actor: me.id, comment },
          ...{ project: one.project, workspace: one.workspace, created_by: me.id },
          ...{ created_at: now, updated_at: now, updated_by: null, deleted_at: null },
        }
        return { ...one, comment_reactions: on ? [...others, mine] : others }
      }),
    line: ({ comment, code }) => `reaction ${code} to ${comment}`,
    failure: 'comments.reaction_not_changed',
  })
}

/** Uploads a picture for a comment; only the uploader can see its URL until the comment exists. */
export async function uploadPicture(
  anchor: string,
  file: File,
  onProgress: (share: number) => void,
) {
  const { name, type, size } = file
  const body = { name: name.slice(-255), type, size, entity_type: 'COMMENT_DESCRIPTION' }
  const target = await call(publicAssetsApi.create, { params: { anchor }, body })
  await sendFile(target, file, onProgress)
  await call(publicAssetsApi.complete, { params: { anchor, id: target.asset_id }, body: {} })
  return { id: target.asset_id, url: target.asset_url ?? '' }
}

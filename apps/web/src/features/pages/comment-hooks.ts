import {
  pageCommentsApi as api,
  applyPageCommentEvent,
  type NewPageComment,
  type PageComment,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { changing, creating, removing } from '#data/collection-actions.ts'
import { myId, workspaceIdOf } from '#data/known-ids.ts'
import { liveCollection } from '#data/live-collection.ts'
import type { PageScope } from './page-list.ts'

/** The page the comments belong to. */
export interface CommentScope extends PageScope {
  id: string
}

const commentsIn = ({ slug, project_id, id }: CommentScope) =>
  queryOptions({
    queryKey: ['page-comments', slug, project_id, id] as const,
    queryFn: ({ signal }) => call(api.list, { params: { slug, project_id, id }, signal }),
  })

const collection = liveCollection({
  query: commentsIn,
  event: (comments: PageComment[], event, { id }) => applyPageCommentEvent(comments, event, id),
  saved: (comment) => ({ type: 'page_comment.saved', comment }),
  removed: (id, { id: page }) => ({ type: 'page_comment.removed', id, page }),
})

export function usePageComments(scope: CommentScope) {
  collection.useEvents(scope)
  return useQuery(commentsIn(scope))
}

export const useCreateComment = creating(collection, {
  send: (params, body: NewPageComment): Promise<PageComment> => call(api.create, { params, body }),
  draft: ({ slug, id: page }, { id, comment_html, parent = null, quote = '' }): PageComment => {
    const now = new Date().toISOString()
    const me = myId()
    return {
      ...{ id, page, parent, quote, comment_html, comment_stripped: '' },
      ...{ workspace: workspaceIdOf(slug), created_at: now, updated_at: now },
      ...{ created_by: me, updated_by: me, deleted_at: null },
      ...{ edited_at: null, resolved_at: null, resolved_by: null },
    }
  },
  failure: 'page_comments.not_created',
})

export const useChangeComment = changing(collection, {
  send: (params, comment_id, patch: { comment_html: string }) =>
    call(api.change, { params: { ...params, comment_id }, body: patch }),
  failure: 'page_comments.not_changed',
})

export const useResolveComment = changing(collection, {
  send: (params, comment_id, { isResolved }: { isResolved: boolean }) =>
    call(isResolved ? api.resolve : api.reopen, { params: { ...params, comment_id } }),
  patched: (comment, { isResolved }): PageComment => ({
    ...comment,
    resolved_at: isResolved ? new Date().toISOString() : null,
    resolved_by: isResolved ? myId() : null,
  }),
  failure: 'page_comments.not_changed',
})

export const useRemoveComment = removing(collection, {
  send: (params, comment_id) => call(api.remove, { params: { ...params, comment_id } }),
  failure: 'page_comments.not_removed',
})

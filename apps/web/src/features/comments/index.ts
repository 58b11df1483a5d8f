export { CommentBox } from './comment-box.tsx'
export { CommentThread } from './comment-thread.tsx'
export { useComments } from './hooks.ts'
export { type Thread, threadsOf } from './threads.ts'

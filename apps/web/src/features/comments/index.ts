export { CommentBox } from './comment-box.tsx'
export { CommentCard } from './comment-card.tsx'
export { useComments } from './hooks.ts'

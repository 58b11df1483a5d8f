export { nameKey } from '../list-query.ts'
export type { Asker, Question } from './answer.ts'
export {
  COPY_VERSION,
  type CopyListener,
  isUsable,
  type ProjectStatus,
  WorkItemCopy,
} from './copy.ts'
export type { Cell, CopyDatabase } from './copy-database.ts'
export { FeedRefused, feedOf, type Get } from './feed.ts'

import type { Feature } from '#kernel/http/app-type.ts'
import { labels } from './labels/routes.ts'
import { users } from './users/routes.ts'

/** One line each; the order says nothing. */
export const resources: readonly Feature[] = [labels, users]

import type { WorkItem } from '@cairn/contract'
import { type ItemNews, openCopy } from './local-copy.ts'

/** Applies a local change to the browser's copy; needed once something can be changed. */
export const notifyCopy = (slug: string, news: ItemNews) => openCopy()?.notify(slug, news)

/** Applies a change to the copy while it is sent, and reverts it if it is refused. */
export async function throughCopy<Result>(
  slug: string,
  { id, patch }: { id: string; patch: Partial<WorkItem> | null },
  send: () => Promise<Result>,
): Promise<Result> {
  notifyCopy(slug, { kind: 'change', id, patch })
  try {
    const result = await send()
    notifyCopy(slug, { kind: 'confirm', id })
    return result
  } catch (error) {
    notifyCopy(slug, { kind: 'revert', id })
    throw error
  }
}

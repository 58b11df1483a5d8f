import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { updateSearchIndex } from './service.ts'

/** Batches changes, and indexes only after the responses were sent. */
const PAUSE_MS = 1_000

/** Runs soon after a write on this node; by schedule after a write by another node or a restore. */
export const fullTextSearchBackground: BackgroundOf = ({ db, log }) => {
  const update = () => updateSearchIndex(db)
  let isDue = false
  async function updateSoon() {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      update().catch((error: unknown) =>
        log.warn({ err: error }, 'the search index is waiting for its next turn'),
      )
    }, PAUSE_MS).unref()
  }
  return {
    schedules: [{ name: 'update-search-index', cron: '* * * * *', run: update }],
    onInsert: [
      {
        name: 'update-search-index',
        tables: ['events', 'page_versions', 'pages', 'comments', 'users'],
        run: updateSoon,
      },
    ],
  }
}

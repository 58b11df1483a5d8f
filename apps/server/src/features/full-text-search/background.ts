import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { updateSearchIndex } from './service.ts'

/** What people write in one go is indexed in one, and not while they wait for their answers. */
const PAUSE_MS = 1_000

/** Soon after anything was written here; by the clock where another node or a restore wrote it. */
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
      { tables: ['events', 'page_versions', 'pages', 'comments', 'users'], run: updateSoon },
    ],
  }
}

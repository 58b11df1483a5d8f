import { createEgress } from '#kernel/egress/egress.ts'
import type { BackgroundOf } from '#kernel/jobs/background.ts'
import { crawlLinks } from './service.ts'

/** Reads the title and icon of the pages behind new links. */
export const linksBackground: BackgroundOf = ({ db, config }) => {
  const egress = createEgress({ allow: config.egressAllow })
  const crawl = () => crawlLinks(db, egress)
  return {
    schedules: [{ name: 'look-at-links', cron: '* * * * *', run: crawl }],
    onInsert: [{ name: 'look-at-links', tables: ['link_crawls'], run: crawl }],
  }
}

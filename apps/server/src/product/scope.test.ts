import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const source = path.resolve(import.meta.dirname, '..')

/** Tables whose rows belong to a workspace or project. */
const tenant =
  /\b(?:from|join|update|into)\s+"?(work_items|states|labels|activities|assets|comments|description_versions|drafts|intakes|intake_items|work_item_links|pages|page_versions|page_logs|page_comments|stickies|work_logs|work_item_properties|work_item_property_values)\b|(?:selectFrom|updateTable|deleteFrom)\('(work_items|pages|stickies|intakes|intake_items|views|work_item_links|drafts|states|labels|assets|comments|comment_reactions|work_item_reactions|favorites|work_logs|projects|project_members|project_user_properties|workspace_members)/i
/** The last: joined with the reader's memberships. */
const scope =
  /\b(inWorkspace|inProjects?|visibleInProject|visibleAcross|visibleViews|visiblePages|pagesOfProject|family|undoable|inScope|ownedBy|visibleTo|itemsAcross)\(|\b(?:workspacesOf|projectsOf)\(|(?:project_id|workspace_id|work_item_id)\s*=\s*\$\{|'project_id', '=', project_id|'m\.user_id', '=', reader_id/

interface Query {
  file: string
  name: string
  text: string
}

/** The exported and private functions of every file that holds SQL. */
async function queries(): Promise<Query[]> {
  const found: Query[] = []
  for await (const file of glob('{features,product}/**/{*queries,list}.ts', { cwd: source })) {
    const content = await readFile(path.join(source, file), 'utf8')
    const parts = content.split(/^(?=(?:export )?(?:async )?(?:const|function) \w+)/m)
    for (const text of parts) {
      const name = /(?:const|function) (\w+)/.exec(text)?.[1]
      if (name && /db: Db|tx: Tx/.test(text)) found.push({ file, name, text })
    }
  }
  return found
}

describe('every statement on a tenant’s rows carries its scope', async () => {
  const touching = (await queries()).filter(({ text }) => tenant.test(text))
  /** Read across tenants on purpose, as their names say. */
  const across = new Set([
    ...[
      'isSlugTaken',
      'markAttachments',
      'foldCounts',
      'foldCycleCounts',
      'findLanding',
      'listAutomatedProjects',
    ],
    ...[
      'findShown',
      'findServed',
      'findAwaited',
      'listExpired',
      'listStale',
      'removeRows',
      'claimCrawl',
    ],
    ...['claimChanges', 'listClaimed', 'markNotified', 'listSubjects', 'listFirstDescriptions'],
    ...['listReceivers', 'listTexts', 'listCommentTexts', 'listPageNews'],
    ...['wakeSome', 'queueCalls', 'isMoreToCome', 'findTimer', 'fillStateChanges'],
    ...['claimDueTemplate'],
    ...['purgeSome', 'listDeleted'],
  ])
  /** They take rows already found in scope and locked. */
  const scoped = new Set([
    ...['updateAsset', 'markReplaced', 'saveMetadata', 'lockLink', 'countItems', 'sumByLabel'],
    ...['countByGroup', 'countByAssignee', 'countDays', 'summarise', 'countAll', 'readCounts'],
    ...['countNow', 'countGains', 'listFlowItems', 'readPropertyCounts'],
    ...['insertActivities', 'insertAddedItems', 'linkMany', 'subscribeMentioned', 'isBelow'],
  ])

  it('finds the statements', () => {
    expect(touching.length).toBeGreaterThan(15)
  })

  it.each(
    touching
      .filter(({ name }) => !across.has(name) && !scoped.has(name))
      .map((query) => [`${query.file} ${query.name}`, query.text]),
  )('%s', (_name, text) => {
    expect(text).toMatch(scope)
  })
})

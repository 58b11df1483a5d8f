import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../apps/server/src/config.ts'
import { fillWorkspace } from './generator/fill.ts'
import { openDatabase } from './generator/open-database.ts'
import { say } from './say.ts'

/** `npm run generate -- --items 1000000`: a workspace of any size, to try out or benchmark. */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000' },
    projects: { type: 'string', default: '20' },
    people: { type: 'string', default: '50' },
    workspace: { type: 'string' },
    'one-project': { type: 'boolean', default: false },
    history: { type: 'boolean', default: false },
    properties: { type: 'string', default: '0' },
    plain: { type: 'boolean', default: false },
  },
})

async function freeSlug(client: pg.Client, wanted = 'generated'): Promise<string> {
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`
    const { rowCount } = await client.query(
      'select 1 from workspaces where lower(slug) = lower($1)',
      [slug],
    )
    if (rowCount === 0) return slug
  }
}

const { databaseUrl, dataDir } = readConfig(process.env)
const database = await openDatabase(databaseUrl, dataDir)
const client = new pg.Client(database.connection)
await client.connect()
try {
  const items = Number(values.items)
  const began = Date.now()
  const perSecond = (done: number) => Math.round((done / (Date.now() - began)) * 1000)
  const filled = await fillWorkspace(
    client,
    {
      items,
      projects: values['one-project'] ? 1 : Number(values.projects),
      people: Number(values.people),
      slug: await freeSlug(client, values.workspace),
      history: values.history,
      properties: Number(values.properties),
      ...(values.plain && { plain: true }),
    },
    (done) => say(`${done.toLocaleString('en')} work items, ${perSecond(done)} per second`),
  )
  const seconds = Math.round((Date.now() - began) / 1000)
  say(`Done in ${seconds} s: ${perSecond(items)} work items per second.`)
  say(`Sign in at /${filled.slug}/ as ${filled.email} with the password ${filled.password}`)
} finally {
  await client.end()
  await database.stop()
}

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { describeWholeApi } from './features/public-api/hand-over.ts'
import type { Deps } from './kernel/http/app-type.ts'
import { createLog } from './kernel/log.ts'

/**
 * `npm run openapi`: writes openapi.json from the contract. Routes are registered but not called,
 * so the app needs no database.
 */
export async function describeApi(): Promise<string> {
  const untouched = () => {
    throw new Error('the document is made without a database')
  }
  const deps = {
    config: readConfig({ LOG_LEVEL: 'silent' }),
    log: createLog('silent'),
    database: { db: {} },
    listener: { connected: false },
    access: { ask: untouched, onChange() {}, isCurrent: () => true },
    stream: { subscribe: () => () => {} },
    storage: {},
  } as unknown as Deps
  const app = await buildApp(deps)
  await app.ready()
  const document = await describeWholeApi(app)
  await app.close()
  return `${JSON.stringify(document, null, 2)}\n`
}

if (import.meta.main) {
  const file = path.resolve(import.meta.dirname, '../../../openapi.json')
  await writeFile(file, await describeApi())
  process.stdout.write('openapi.json is written\n')
}

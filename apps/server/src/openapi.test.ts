import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { describeApi } from './openapi.ts'

it('openapi.json tells the truth (npm run openapi writes it)', async () => {
  const file = path.resolve(import.meta.dirname, '../../../openapi.json')
  expect(await readFile(file, 'utf8')).toBe(await describeApi())
})

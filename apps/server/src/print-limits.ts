import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { limitsAsTable } from './kernel/auth/limits.ts'

const file = path.resolve(import.meta.dirname, '../../../docs/operations.md')

/** docs/operations.md as it is, and as it has to be. */
export async function readLimitsPage() {
  const written = await readFile(file, 'utf8')
  const wanted = written.replace(
    /(<!-- limits: .*? -->\n).*?(<!-- \/limits -->)/s,
    (_, begin: string, end: string) => `${begin}\n${limitsAsTable()}\n\n${end}`,
  )
  return { written, wanted }
}

if (import.meta.main) {
  await writeFile(file, (await readLimitsPage()).wanted)
  process.stdout.write('docs/operations.md is written\n')
}

import { expect } from '@playwright/test'
import { withDatabase } from './deleted-long-ago.ts'

/** As if the next item of a template had been due so many days ago, and no server had run since. */
export const setDue = (dataDir: string, template_id: string, days: number) =>
  withDatabase(
    (client) =>
      client.query(
        `update item_templates set next_at = now() - make_interval(days => $2) where id = $1`,
        [template_id, days],
      ),
    dataDir,
  )

/** Looks once more for items that are due, and waits until that has ended. */
export async function lookForDueItems(dataDir: string) {
  const id = await withDatabase(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into jobs.job (name) values ('create-recurring-items') returning id`,
    )
    return rows[0]?.id
  }, dataDir)
  const read = () =>
    withDatabase(async (client) => {
      const { rows } = await client.query<{ state: string }>(
        'select state from jobs.job where id = $1',
        [id],
      )
      return rows[0]?.state
    }, dataDir)
  await expect.poll(read, { timeout: 120_000 }).toBe('completed')
}

/** What is due can no longer be created from it: its title is too long. */
export const breakTemplate = (dataDir: string, template_id: string) =>
  withDatabase(
    (client) =>
      client.query(
        `update item_templates set items = jsonb_set(items, '{0,name}', to_jsonb(repeat('x', 300)))
         where id = $1`,
        [template_id],
      ),
    dataDir,
  )

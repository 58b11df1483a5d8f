import { instanceAuthApi } from '@cairn/contract'
import pg from 'pg'
import { connectionIn } from '../../apps/server/src/kernel/database/embedded/socket-folder.ts'
import { expectAccessibleInThemes } from '../kit/accessibility.ts'
import { expectFits } from '../kit/fits.ts'
import { startServer } from '../kit/own-server.ts'
import { expect, postForm, test } from '../kit/visitors.ts'
import { robin } from '../kit/with-administrator.ts'

// @cap:operations.logs-and-metrics
test('the page Health says whether everything works, and what to do', async ({ browser }) => {
  test.slow()
  const server = await startServer({ LOG_LEVEL: 'error' })
  const context = await browser.newContext({ baseURL: server.baseURL })
  const page = await context.newPage()
  await postForm(page.request, instanceAuthApi.signUp.url, {
    ...robin,
    ...{ first_name: 'Robin', last_name: 'Vale', company_name: 'Meridian' },
  })
  await postForm(page.request, instanceAuthApi.signIn.url, robin)
  const database = new pg.Client(connectionIn(server.dataDir))
  await database.connect()

  const trouble = page.getByRole('list', { name: 'Needs attention' })
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })

  await test.step('only the missing backups need attention, and a link leads to them', async () => {
    await page.goto('/god-mode/general/')
    await page.getByRole('link', { name: 'Health' }).click()
    await expect(page).toHaveTitle('Health - Instance administration')
    await expect(trouble.getByRole('listitem')).toHaveText([
      /^Scheduled backups are off\..*Backups$/,
    ])
    await expect(section('Versions and servers')).toContainText(/PostgreSQL\s*18/)
    await expect(section('Storage')).toContainText('in the data folder')
    await trouble.getByRole('link', { name: 'Backups' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle('Backups - Instance administration')
    await database.query(`update backup_settings set is_enabled = true`)
    await page.goBack()
    await expect(page.getByText('Everything works.')).toBeVisible()
  })

  await test.step('what goes wrong while the page is open is shown without a reload', async () => {
    await database.query(`
      insert into mails (to_address, subject, text, created_at)
      values ('ada@cairn.test', '', '', now() - interval '1 hour')`)
    await database.query(`
      with w as (
        insert into workspaces (name, slug, owner_id)
        select 'A workspace with quite a long name, which does not fit', 'health', id from users
        returning id
      )
      insert into webhooks (workspace_id, url, sealed_secret, failing_since)
      select id, 'https://hooks.example.org/' || repeat('a-long-path/', 12), '', now() from w`)
    await expect(trouble).toContainText('Emails: the oldest entry has been waiting for 1 h.', {
      timeout: 30_000,
    })
    await expect(trouble).toContainText('1 webhook is failing.')
    await expect(section('Failing webhooks')).toContainText(
      'https://hooks.example.org/a-long-path/',
    )
    await expect(
      page.getByRole('region', { name: 'Queues' }).getByRole('row', { name: /^Emails/ }),
    ).toContainText('1 h')
    await expect(
      page.getByRole('region', { name: 'Slow and failing requests' }).getByRole('row'),
    ).not.toHaveCount(1)
    await expectAccessibleInThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, 'health')
  })

  await test.step('it is for administrators only', async () => {
    const visitor = await browser.newContext({ baseURL: server.baseURL })
    const other = await visitor.newPage()
    await other.goto('/god-mode/health/')
    await expect(other.getByRole('heading', { name: 'Health' })).toBeHidden()
    await expect(other).toHaveURL(/next_path=/)
    await visitor.close()
  })
  await database.end()
  await context.close()
  await server.stop()
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { backupsApi, instanceAuthApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { connectionIn } from '../../apps/server/src/kernel/database/embedded/socket-folder.ts'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { choose } from '../kit/choose.ts'
import { expectFits } from '../kit/fits.ts'
import { startServer } from '../kit/own-server.ts'
import { call, expect, postForm, test } from '../kit/visitors.ts'
import { heading, robin } from '../kit/with-administrator.ts'

const passphrase = 'a lake below the seven cairns'
/** Jobs look for work every ten seconds, on the minute. */
const patiently = { timeout: 150_000 }

/** As if the schedule had been set two days ago. */
async function setScheduleBack(dataDir: string) {
  const client = new pg.Client(connectionIn(dataDir))
  await client.connect()
  await client.query(`update backup_settings set scheduled_from = now() - interval '2 days'`)
  await client.end()
}

const rows = (page: Page) => page.getByRole('list').filter({ hasText: 'Verified' })

const isBackup = (name: string) => name.startsWith('cairn-')

async function save(page: Page) {
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save changes' }).click()
  return saved
}

// @cap:operations.scheduled-backup
test('backups run by schedule, are kept by a rule, and are restored on the set-up screen', async ({
  browser,
  playwright,
}) => {
  test.slow()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cairn-backups-'))
  const server = await startServer({ LOG_LEVEL: 'error', BACKUP_DIR: folder })
  const context = await browser.newContext({ baseURL: server.baseURL })
  const page = await context.newPage()
  await postForm(page.request, instanceAuthApi.signUp.url, {
    ...robin,
    ...{ first_name: 'Robin', last_name: 'Vale', company_name: 'Meridian' },
  })
  await postForm(page.request, instanceAuthApi.signIn.url, robin)

  await test.step('a folder that cannot work and a short passphrase are refused', async () => {
    await page.goto('/god-mode/backups/')
    await expect(page).toHaveTitle('Backups - Instance administration')
    await expect(page.getByText('No backups yet')).toBeVisible()
    await page.getByLabel('Folder').fill('/no/such/folder')
    expect((await save(page)).status()).toBe(400)
    await expect(page.getByText("There's no such folder on the server.")).toBeVisible()
    await page.getByLabel('Folder').fill('')
    const secret = page.getByRole('textbox', { name: 'Passphrase (optional)' })
    await secret.fill('short')
    await secret.blur()
    await expect(page.getByText('Use at least 12 characters.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await secret.fill(passphrase)
    await page.getByLabel('Backups to keep').fill('2')
    await choose(page, 'Frequency', 'Every week')
    await choose(page, 'Day', 'Thursday')
    expect((await save(page)).ok()).toBe(true)
    await expect(page.getByText('Backups are encrypted.')).toBeVisible()
    await choose(page, 'Frequency', 'Every day')
    expect((await save(page)).ok()).toBe(true)
    await expect(page.getByRole('combobox', { name: 'Day', exact: true })).toBeHidden()
  })

  await test.step('a backup is made when it is due, and verified', async () => {
    const toggle = page.getByRole('switch', { name: 'Scheduled backups' })
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await toggle.click()
    expect((await saved).ok()).toBe(true)
    await expect(page.getByText(/^Next backup: /)).toBeVisible()
    const { dataDir } = server
    await setScheduleBack(dataDir)
    await expect
      .poll(async () => (await call(page.request, backupsApi.list, {}))[0]?.status, patiently)
      .toBe('completed')
    await page.reload()
    await expect(page.getByText(/^Scheduled · /)).toBeVisible()
    await expect(page.getByText('Verified', { exact: true })).toHaveCount(1)
  })

  await test.step('of more backups than are kept, the oldest is deleted', async () => {
    const first = (await readdir(folder)).filter(isBackup)
    expect(first).toHaveLength(1)
    for (const count of [2, 3]) {
      await page.getByRole('button', { name: 'Back up now' }).click()
      await expect(page.getByText(/^Started by an administrator · /)).toHaveCount(count - 1)
      await expect(page.getByRole('button', { name: 'Back up now' })).toBeEnabled()
    }
    await expect.poll(async () => (await readdir(folder)).filter(isBackup)).toHaveLength(2)
    expect(await readdir(folder)).not.toContain(first[0])
    await expect
      .poll(async () => (await call(page.request, backupsApi.list, {}))[2]?.removed_at)
      .not.toBeNull()
    await page.reload()
    await expect(rows(page).getByRole('listitem').last()).toContainText('Deleted')
    await expectAccessibleInThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, 'backups')
  })
  await context.close()
  await server.stop()

  await test.step('a new instance offers the backups, and is what was backed up', async () => {
    const next = await startServer({ LOG_LEVEL: 'silent', BACKUP_DIR: folder })
    const visitors = await browser.newContext({ baseURL: next.baseURL })
    const visitor = await visitors.newPage()
    await visitor.goto('/')
    await visitor.getByRole('button', { name: 'Restore a backup instead' }).click()
    await expect(heading(visitor, 'Restore a backup')).toBeVisible()
    const found = visitor.getByRole('radio')
    await expect(found).toHaveCount(2)
    await expectAccessible(visitor)
    await found.first().check()
    await visitor.setViewportSize({ width: 390, height: 844 })
    await visitor.getByRole('textbox', { name: /^Passphrase of the backup/ }).fill('another one')
    const restore = visitor.getByRole('button', { name: 'Restore backup' })
    await restore.click()
    await expect(visitor.getByText("That passphrase isn't right. Try again.")).toBeVisible()
    await visitor.getByRole('textbox', { name: /^Passphrase of the backup/ }).fill(passphrase)
    await restore.click()
    await expect(visitor.getByText(/^The server checks the backup/)).toBeVisible()
    await expect(heading(visitor, 'Log in or sign up')).toBeVisible(patiently)

    // Nobody is signed in; the accounts of the backup are there.
    const request = await playwright.request.newContext({ baseURL: next.baseURL })
    await postForm(request, instanceAuthApi.signIn.url, robin)
    expect(await call(request, backupsApi.settings, {})).toMatchObject({
      ...{ is_enabled: true, frequency: 'daily', retained: 2, has_passphrase: true },
    })
    await request.dispose()
    await visitors.close()
    await next.stop()
  })
  await rm(folder, { recursive: true })
})

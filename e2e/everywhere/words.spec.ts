import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { accountApi, labelsApi, modulesApi } from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { call, dialogOf, expect, saveMessages, test, type Visitor } from '../kit/visitors.ts'

const at = ({ slug, project_id }: Visitor) => ({ slug, project_id })
const messages = (page: Page) =>
  page
    .getByRole('region', { name: /^(Notifications|Benachrichtigungen)$/ })
    .locator('[role$=dialog]')

const stock = /successfully|\bplease\b|\berfolgreich\b|\bbitte\b/i

/** All sentences of a catalog; the two hold every text shown. */
function sentencesIn(language: string): string[] {
  const folder = path.resolve(import.meta.dirname, '../../apps/web/src/locales', language)
  const sentences: string[] = []
  const collect = (value: unknown) => {
    if (typeof value === 'string') sentences.push(value)
    else for (const inner of Object.values(Object(value))) collect(inner)
  }
  for (const file of globSync('*.json', { cwd: folder })) {
    collect(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
  }
  return sentences
}

/** An error is one sentence that belongs to a field and is read out with it. */
async function expectAtField(field: Locator, sentence: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(sentence)
  const distance = async () => {
    const above = await field.boundingBox()
    const below = await field.page().getByText(sentence).first().boundingBox()
    return Math.abs((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))
  }
  // Right below it, not somewhere in the form.
  await expect.poll(distance).toBeLessThan(40)
}

// @cap:words.one-voice
test('no sentence says successfully or please, errors name what went wrong, and stand at their field', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const { request } = context
  await saveMessages(page)
  const { id } = await ada.addItem('Contour lines')
  await call(request, labelsApi.create, { params: at(ada), body: { name: 'Bug' } })
  await call(request, modulesApi.create, { params: at(ada), body: { name: 'Maps' } })
  const project = `/${slug}/projects/${project_id}`

  await test.step('no sentence has a stock phrase', async () => {
    for (const language of ['en', 'de']) {
      const sentences = sentencesIn(language)
      expect(sentences.length).toBeGreaterThan(1_000)
      expect(sentences.filter((sentence) => stock.test(sentence))).toEqual([])
    }
  })

  const read: string[] = []
  /** Records the text of a screen once loaded. */
  const look = async (address: string, ready: Locator) => {
    await page.goto(address)
    await expect(ready.first()).toBeVisible()
    read.push(await page.locator('body').ariaSnapshot())
  }
  const main = page.getByRole('main')

  await test.step('field errors stand at their field, also those the server sends', async () => {
    await look(`${project}/issues/`, page.getByRole('group', { name: 'Contour lines' }))
    await page.keyboard.press('c')
    const title = dialogOf(page).getByLabel('Title')
    await expect(title).toBeFocused()
    await page.keyboard.press('Enter')
    await expectAtField(title, 'Enter a title.')
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toHaveCount(0)

    await look(`/${slug}/settings/projects/${project_id}/labels/`, page.getByText('Bug'))
    await page.getByRole('button', { name: 'Add label' }).first().click()
    const label = page.getByRole('textbox', { name: 'Label name' })
    await label.fill('Bug')
    await page.keyboard.press('Enter')
    await expectAtField(label, 'Another label has this name.')

    await look(`${project}/modules/`, page.getByText('Maps'))
    await page.getByRole('button', { name: 'Add module' }).click()
    const module = dialogOf(page).getByLabel('Title')
    await module.fill('Maps')
    await dialogOf(page).getByRole('button', { name: 'Create module' }).click()
    await expectAtField(module, 'Another module has this name.')

    await look(`/${slug}/projects/`, main.getByText('Trail Maps'))
    await main.getByRole('button', { name: 'Add project' }).click()
    const name = dialogOf(page).getByLabel('Project name')
    await name.fill('Trail Maps')
    await dialogOf(page).getByLabel('Project ID').fill('OTHER')
    await dialogOf(page).getByRole('button', { name: 'Create project' }).click()
    await expectAtField(name, 'Another project has this name.')

    await look(`/${slug}/settings/webhooks/`, page.getByText('No webhooks yet'))
    await page.getByRole('button', { name: 'Add webhook' }).click()
    const url = dialogOf(page).getByLabel('Payload URL')
    await url.fill('http://10.0.0.1/hook')
    await dialogOf(page).getByRole('button', { name: 'Create webhook', exact: true }).click()
    await expectAtField(url, "This server can't call that address. Use a public URL.")

    await look(`/${slug}/settings/members/`, page.getByRole('button', { name: 'Invite people' }))
    await page.getByRole('button', { name: 'Invite people' }).click()
    const email = dialogOf(page).getByLabel('Email 1')
    await email.fill('nobody')
    await dialogOf(page).getByRole('button', { name: 'Create invite links' }).click()
    await expectAtField(email, 'Enter a valid email address.')

    await look(`/${slug}/settings/account/`, page.getByLabel('First name'))
    const first = page.getByLabel('First name')
    await first.fill('www.example.com')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectAtField(first, "A first name can't contain a URL.")
  })

  await test.step('what fails is named, with what to do and in which words the server said it', async () => {
    let answer = { status: 400, json: { error: 'Not on a Sunday.' } }
    await page.route(`**/issues/${id}/`, (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(answer) : route.fallback(),
    )
    await look(
      `/${slug}/browse/TRAIL-1/`,
      page.getByRole('button', { name: 'Priority: No priority' }),
    )
    const fail = async (priority: string, ...said: string[]) => {
      await page
        .getByRole('button', { name: /^Prior/ })
        .first()
        .click()
      await page.getByRole('option', { name: priority }).click()
      for (const sentence of said) await expect(messages(page).first()).toContainText(sentence)
      read.push(await messages(page).first().ariaSnapshot())
      await messages(page).first().locator('button[aria-label]').last().click()
      await expect(messages(page)).toHaveCount(0)
    }
    const saved = "The change to TRAIL-1 wasn't saved"
    await fail('High', saved, "The server didn't accept it. Check your entry or reload the page")
    await page.getByRole('button', { name: 'Priority: No priority' }).click()
    await page.getByRole('option', { name: 'High' }).click()
    await messages(page).locator('summary').click()
    await expect(messages(page).getByText('Not on a Sunday.')).toBeVisible()
    await messages(page).locator('button[aria-label]').last().click()
    answer = { status: 403, json: { error: "You don't have the required permissions." } }
    await fail('High', saved, "You don't have permission to do this.")
    answer = { status: 500, json: { error: 'The disk is full' } }
    await fail('High', saved, 'Something went wrong. Try again.')

    await call(request, accountApi.changeProfile, { body: { language: 'de' } })
    await look(
      `/${slug}/browse/TRAIL-1/`,
      page.getByRole('button', { name: 'Priorität: Keine Priorität' }),
    )
    const notSaved = 'TRAIL-1: Die Änderung wurde nicht gespeichert'
    answer = { status: 400, json: { error: 'Not on a Sunday.' } }
    await fail('Hoch', notSaved, 'Der Server hat das nicht angenommen.')
    answer = { status: 403, json: { error: "You don't have the required permissions." } }
    await fail('Hoch', notSaved, 'Dafür hast du keine Berechtigung.')
  })

  await test.step('and none of these screens says one either', () => {
    expect(read.length).toBeGreaterThan(12)
    expect(read.filter((text) => stock.test(text))).toEqual([])
  })
})

import {
  accountApi,
  type Input,
  MEMBER,
  pageCommentsApi,
  pagesApi,
  projectMembersApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessibleInThemes } from '../kit/accessibility.ts'
import { nextFrame } from '../kit/next-frame.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const text = (page: Page) => page.getByRole('main').getByRole('textbox', { name: /^Text of/ })
const marks = (page: Page) => text(page).locator('mark.commented')
/** Joined: another user's caret inside the passage splits the mark in two elements. */
const marked = (page: Page) => async () => (await marks(page).allTextContents()).join('')
const threads = (page: Page) =>
  page.getByRole('list', { name: 'Comments on this page' }).getByRole('article')

async function memberOf(ada: Visitor, name: string) {
  const somebody = await ada.addColleague(MEMBER, name)
  const { id: member_id } = await call(somebody.context.request, accountApi.me, {})
  const { slug, project_id } = ada
  await call(ada.context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role: MEMBER }] },
  })
  return somebody
}

async function pageOf({ context, slug, project_id }: Visitor, description_html: string) {
  const params = { slug, project_id }
  const body = { name: 'Harbour', description_html }
  const { id } = await call(context.request, pagesApi.create, { params, body })
  const input = { params: { ...params, id } } as Input<typeof pagesApi.get>
  return {
    address: `/${slug}/projects/${project_id}/pages/${id}/`,
    params: { ...params, id },
    read: () => call(context.request, pagesApi.get, input),
    comments: () => call(context.request, pageCommentsApi.list, { params: { ...params, id } }),
  }
}

/** Selects the last letters of the line with these words. */
async function selectEnd(page: Page, words: string) {
  // Drawing another user's caret can interrupt a selection that is being extended.
  await expect(async () => {
    await text(page).getByText(words).click()
    await page.keyboard.press('End')
    for (let n = 0; n < words.length; n += 1) await page.keyboard.press('Shift+ArrowLeft')
    expect(await page.evaluate('String(getSelection())')).toBe(words)
  }).toPass()
}

const said = (page: Page, words: string) => threads(page).getByText(words)

test('a passage is commented on, answered and resolved, and the comment stays with it', async ({
  ada,
}) => {
  const { page } = ada
  const bob = await memberOf(ada, 'Bob')
  const harbour = await pageOf(
    ada,
    '<p>The boats leave at noon on Friday</p><p>Bring the maps along</p>',
  )
  await page.goto(harbour.address)
  await bob.page.goto(harbour.address)
  await expect(text(page)).toContainText('Bring the maps')
  await expect(text(bob.page)).toContainText('Bring the maps')

  await test.step('@cap:pages.comments', async () => {
    await test.step('said by key, answered by who pressed the passage', async () => {
      await selectEnd(page, 'noon on Friday')
      await page.keyboard.press('ControlOrMeta+Alt+m')
      await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeFocused()
      await expect.poll(marked(page)).toBe('noon on Friday')
      await page.keyboard.type('Which Friday?')
      await page.keyboard.press('Enter')
      await expect(said(page, 'Which Friday?')).toBeVisible()
      await expect.poll(marked(bob.page)).toBe('noon on Friday')

      await marks(bob.page).first().click()
      await expect(said(bob.page, 'Which Friday?')).toBeVisible()
      await threads(bob.page).getByRole('button', { name: 'Reply' }).click()
      const reply = bob.page.getByRole('textbox', { name: 'Write a reply' })
      await expect(reply).toBeFocused()
      await bob.page.keyboard.type('The next one')
      await expect(reply).toHaveText('The next one')
      await bob.page.keyboard.press('Enter')
      await expect(said(page, 'The next one')).toBeVisible()
      await expectAccessibleInThemes(page)
    })

    await test.step('with its passage, whatever becomes of the text around and inside', async () => {
      await text(bob.page).getByText('The boats leave').click()
      await bob.page.keyboard.press('Home')
      await bob.page.keyboard.press('ControlOrMeta+ArrowRight')
      await nextFrame(bob.page)
      await bob.page.keyboard.press('Enter')
      await expect(text(page).locator('p')).toHaveCount(3)
      await expect.poll(marked(page)).toBe('noon on Friday')
      await bob.page.keyboard.press('ControlOrMeta+Alt+2')
      await expect(text(page).getByRole('heading', { level: 2 })).toBeVisible()
      await expect.poll(marked(page)).toBe('noon on Friday')
      await bob.page.keyboard.press('End')
      for (let n = 0; n < 'Friday'.length; n += 1) await bob.page.keyboard.press('ArrowLeft')
      await bob.page.keyboard.type('every ')
      await expect.poll(marked(page)).toBe('noon on every Friday')
      await expect
        .poll(async () => (await harbour.read()).description_html)
        .toContain('noon on every Friday')
      // The exported text does not contain it.
      expect((await harbour.read()).description_html).not.toContain('mark')
      await page.reload()
      await expect.poll(marked(page)).toBe('noon on every Friday')
      await expect(said(page, 'Which Friday?')).toBeVisible()
    })

    await test.step('edited by its author, resolved and reopened by anybody', async () => {
      await expect(threads(bob.page).getByRole('button', { name: 'More' })).toHaveCount(1)
      await threads(page).getByRole('button', { name: 'More' }).first().click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByRole('textbox', { name: 'Edit' }).press('End')
      await page.keyboard.type(' And when?')
      await page.keyboard.press('Enter')
      await expect(said(bob.page, 'Which Friday? And when?')).toBeVisible()

      await page.goto(`${harbour.address}?sidebarTab=comments`)
      await threads(page).getByRole('button', { name: 'Resolve' }).click()
      await expect(threads(page)).toHaveCount(0)
      await expect(marks(page)).toHaveCount(0)
      await page.getByRole('button', { name: 'Show resolved (1)' }).click()
      await expect(threads(page).getByText(/^Resolved by/)).toBeVisible()
      await threads(page).getByRole('button', { name: 'Reopen' }).click()
      await expect.poll(marked(page)).toBe('noon on every Friday')
    })

    await test.step('kept with its quote where the passage is removed', async () => {
      await text(page).getByRole('heading', { level: 2 }).click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await expect(said(page, 'The text was removed')).toBeVisible()
      await expect(threads(page)).toContainText('noon on Friday')
      await expect(said(bob.page, 'The text was removed')).toBeVisible()
      await page.keyboard.press('ControlOrMeta+z')
      await expect.poll(marked(bob.page)).toBe('noon on every Friday')
      await expect(said(page, 'The text was removed')).toHaveCount(0)
    })

    await test.step('what is typed is there after a reload, and read only where the page is locked', async () => {
      await selectEnd(page, 'Bring the maps along')
      await page.getByRole('button', { name: 'Comment', exact: true }).click()
      await page.getByRole('textbox', { name: 'Add a comment' }).fill('Not sent yet')
      await page.reload()
      await expect(page.getByRole('textbox', { name: 'Add a comment' })).toHaveText('Not sent yet')
      await page.getByRole('textbox', { name: 'Add a comment' }).press('Enter')
      await expect.poll(marked(bob.page)).toBe('noon on every FridayBring the maps along')
      await expect.poll(async () => (await harbour.comments()).length).toBe(3)

      await threads(page).last().getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect.poll(marked(bob.page)).toBe('noon on every Friday')
      await page.getByRole('main').getByRole('button', { name: 'Lock', exact: true }).click()
      await expect(threads(bob.page).getByRole('button', { name: 'Reply' })).toHaveCount(0)
      await expect(said(bob.page, 'The next one')).toBeVisible()
    })
  })
})

test('who is mentioned in a page finds it in the inbox', async ({ ada }) => {
  const { page } = ada
  const bob = await memberOf(ada, 'Bob')
  const harbour = await pageOf(ada, '<p>Ask at the gate</p>')
  const badge = bob.page.getByRole('link', { name: /^Inbox/ })
  await test.step('once, whatever is written after it @cap:pages.mention-notifies', async () => {
    await bob.page.goto(`/${ada.slug}/notifications/?currentTab=mentions`)
    await expect(bob.page.getByText('No mentions')).toBeVisible()
    await page.goto(harbour.address)
    await text(page).getByText('Ask at the gate').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' @Bob')
    await page.getByRole('option', { name: 'Bob' }).click()
    const row = bob.page.getByRole('link', { name: /Harbour/ })
    await expect(row).toContainText('mentioned you in a page')
    await expect(badge).toContainText('1')
    await page.keyboard.type('if there is room')
    await expect.poll(async () => (await harbour.read()).description_html).toContain('if there is')
    await row.click()
    const detail = bob.page.getByRole('region', { name: 'Page' })
    await expect(detail.getByText('Ask at the gate')).toBeVisible()
    await bob.page.reload()
    await expect(row).toHaveCount(1)
    await detail.getByRole('link', { name: 'Open page' }).click()
    await expect(text(bob.page)).toContainText('if there is room')
  })
})

import { commentsApi } from '@cairn/contract'
import type { Locator, Page } from '@playwright/test'
import { call, dialogOf, expect, saveMessages, test } from '../kit/visitors.ts'

test.use({ localCache: true })

interface Kind {
  /** The action. */
  act: (page: Page) => Promise<void>
  /** The message when it fails. */
  said: string
  /** What is shown before, and again after the failure. */
  stays: (page: Page) => Locator
}

const properties = (page: Page) => page.getByRole('complementary', { name: 'Properties' })
const comment = (page: Page) => page.getByRole('article').filter({ hasText: 'Steep' })

const pick = (from: string, to: string) => async (page: Page) => {
  await properties(page).getByRole('button', { name: from }).click()
  await page.getByRole('option', { name: to }).click()
}

/** One of each kind of optimistic update. */
const kinds: Record<string, Kind> = {
  'a property of an item': {
    act: pick('Priority: No priority', 'High'),
    said: "The change to TRAIL-1 wasn't saved",
    stays: (page) => properties(page).getByRole('button', { name: 'Priority: No priority' }),
  },
  'a place on the board': {
    act: pick('State: Backlog', 'Done'),
    said: "The change to TRAIL-1 wasn't saved",
    stays: (page) => properties(page).getByRole('button', { name: 'State: Backlog' }),
  },
  'following an item': {
    act: (page) => page.getByRole('button', { name: 'Unsubscribe' }).click(),
    said: "The subscription wasn't changed",
    stays: (page) => page.getByRole('button', { name: 'Unsubscribe' }),
  },
  'a deleted comment': {
    act: async (page) => {
      await comment(page).getByRole('button', { name: 'Comment actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
    },
    said: "The comment wasn't deleted",
    stays: comment,
  },
  'a reaction': {
    act: async (page) => {
      await comment(page).getByRole('button', { name: 'Add reaction' }).click()
      await dialogOf(page).getByRole('button', { name: '👍' }).click()
    },
    said: "The reaction wasn't saved",
    stays: (page) => comment(page).filter({ hasNotText: '👍' }),
  },
  'a new comment': {
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Add comment' }).click()
      await page.keyboard.type('Slippery')
      await page.keyboard.press('Enter')
    },
    said: "The comment wasn't sent",
    // The text is not lost: it can be sent again.
    stays: (page) =>
      page.getByRole('textbox', { name: 'Add comment' }).filter({ hasText: 'Slippery' }),
  },
  'a deleted item': {
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    },
    said: "TRAIL-1 wasn't deleted",
    stays: (page) => page.getByRole('textbox', { name: 'Title' }),
  },
}

// @cap:errors.optimistic-rollback
test('whatever is shown before the server confirms it goes back when it fails, and says so', async ({
  ada,
}) => {
  const { page } = ada
  await saveMessages(page)
  const { id } = await ada.addItem('Contour lines')
  const params = { slug: ada.slug, project_id: ada.project_id, id }
  await call(ada.context.request, commentsApi.create, {
    params,
    body: { comment_html: '<p>Steep</p>' },
  })
  await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
  await expect(comment(page)).toBeVisible()
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 500, json: { error: 'The disk is full' } }),
  )
  const notices = page.getByRole('region', { name: 'Notifications' })
  for (const [name, { act, said, stays }] of Object.entries(kinds)) {
    await test.step(name, async () => {
      await act(page)
      const message = notices.locator('[role$=dialog]').filter({ hasText: said }).first()
      await expect(message).toContainText('Something went wrong. Try again.')
      await expect(stays(page)).toBeVisible()
      await message.locator('button[aria-label=Close]').click()
      await expect(notices.locator('[role$=dialog]')).toHaveCount(0)
    })
  }
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.unroute('**/api/**')
  await page.reload()
  await expect(comment(page)).toBeVisible()
  for (const [name, { stays }] of Object.entries(kinds).slice(0, 3)) {
    await test.step(name, () => expect(stays(page)).toBeVisible())
  }
})

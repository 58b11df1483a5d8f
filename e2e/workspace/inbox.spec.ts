import {
  accountApi,
  commentsApi,
  intakeItemsApi,
  MEMBER,
  notificationsApi,
  type Output,
  projectMembersApi,
  projectsApi,
  subscribersApi,
  workItemsApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

type Item = Output<typeof workItemsApi.create>

const screenOf = ({ slug }: Visitor) => `/${slug}/notifications/`
const listOf = (page: Page) => page.getByRole('region', { name: 'Inbox' })
const rowsOf = (page: Page) => listOf(page).getByRole('listitem')
const rowOf = (page: Page, text: string | RegExp) => rowsOf(page).filter({ hasText: text })
const detailOf = (page: Page) => page.getByRole('region', { name: 'Work item', exact: true })
const badgeOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: /^Inbox/ })

/** Another user of the project, who changes items Ada is subscribed to. */
async function withColleague(ada: Visitor) {
  const bo = await ada.addColleague(MEMBER, 'Bo')
  const { id: member_id } = await call(bo.context.request, accountApi.me, {})
  const { slug, project_id } = ada
  await call(ada.context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role: MEMBER }] },
  })
  const { id: ada_id } = await call(ada.context.request, accountApi.me, {})
  const { request } = bo.context
  const at = ({ id }: Pick<Item, 'id'>) => ({ params: { slug, project_id, id } })
  return {
    bo,
    member_id,
    change: (item: Item, body: object) => call(request, workItemsApi.change, { ...at(item), body }),
    say: (item: Item, comment_html: string, parent?: string) =>
      call(request, commentsApi.create, {
        ...at(item),
        body: { comment_html, ...(parent && { parent }) },
      }),
    mention: `<p><mention-component entity_name="user_mention" entity_identifier="${ada_id}"></mention-component> look</p>`,
  }
}

/** Waits until Ada has so many notifications; the job creates them a moment after the changes. */
const arrived = ({ context, slug }: Visitor, total: number, mentions = 0) =>
  expect
    .poll(() => call(context.request, notificationsApi.countUnread, { params: { slug } }))
    .toEqual({
      total_unread_notifications_count: total,
      mention_unread_notifications_count: mentions,
    })

/** Rejects changes of the inbox until the route is removed. */
const refuse = (page: Page) =>
  page.route('**/users/notifications/*/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500 }),
  )

// @cap:notifications.inbox-list
// @cap:notifications.badge
// @cap:notifications.read-unread
// @cap:notifications.mark-all-read
test('what happens to one’s items arrives by itself, is read beside the item, and counted', async ({
  ada,
}) => {
  const { page } = ada
  const { change, say, mention } = await withColleague(ada)
  const ridge = await ada.addItem('Map of the ridge, of every path that leads up to it and back')
  await page.goto(screenOf(ada))
  await expect(listOf(page).getByRole('heading', { name: 'No notifications' })).toBeVisible()
  await expect(page.getByText('Select a notification to read it.')).toBeVisible()
  await expect(badgeOf(page)).toHaveText('Inbox')

  await change(ridge, { priority: 'urgent' })
  await change(ridge, { target_date: '2026-12-24' })
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(rowsOf(page).first()).toContainText('Bo set the due date to Dec 24, 2026')
  await expect(rowsOf(page).nth(1)).toContainText('Bo set the priority to Urgent')
  await expect(badgeOf(page)).toHaveText('Inbox2')
  await say(ridge, mention)
  await expect(badgeOf(page)).toHaveText('Inbox@ 1')
  await expectAccessibleInThemes(page)

  // Opening marks it as read and shows the item beside it with all its actions.
  await rowOf(page, 'priority').getByRole('link').click()
  await expect(detailOf(page).getByRole('textbox', { name: 'Title' })).toHaveValue(ridge.name)
  await expect(rowOf(page, 'priority').getByText('Unread')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'All 2' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(rowOf(page, 'due date').getByText('Unread')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Mentions 1' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await rowOf(page, 'mentioned you in a comment').getByRole('link').click()
  await expect(badgeOf(page)).toHaveText('Inbox')

  // A rejected change is reverted, here and in the count.
  await page.getByRole('tab', { name: 'All' }).click()
  await refuse(page)
  const row = rowOf(page, 'priority')
  await row.hover()
  await row.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(page.getByText("The inbox wasn't changed").first()).toBeVisible()
  await expect(row.getByText('Unread')).toHaveCount(0)
  await expect(badgeOf(page)).toHaveText('Inbox')
  await page.unrouteAll()
  await row.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(row.getByText('Unread', { exact: true })).toBeVisible()
  await expect(badgeOf(page)).toHaveText('Inbox1')

  // Applies to the open tab: only mentions, or all.
  await say(ridge, mention)
  await expect(badgeOf(page)).toHaveText('Inbox@ 1')
  await page.getByRole('tab', { name: 'Mentions 1' }).click()
  await listOf(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(rowsOf(page).getByText('Unread')).toHaveCount(0)
  await arrived(ada, 1, 0)
  await expect(badgeOf(page)).toHaveText('Inbox1')
  await say(ridge, mention)
  await page.getByRole('tab', { name: 'All 2' }).click()
  await listOf(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(rowsOf(page).getByText('Unread')).toHaveCount(0)
  await arrived(ada, 0, 0)
  await expect(badgeOf(page)).toHaveText('Inbox')
})

// @cap:notifications.all-means-all
test('all shows every kind with what was said, and leads to the comment', async ({ ada }) => {
  const { page } = ada
  const { change, say, mention } = await withColleague(ada)
  const ridge = await ada.addItem('Map of the ridge')
  for (let n = 1; n <= 12; n += 1) await say(ridge, `<p>Path ${n} is steep</p>`)
  const { id: first } = await say(ridge, '<p>And the ford?</p>')
  await say(ridge, '<p>It is dry</p>', first)
  await change(ridge, { priority: 'urgent' })
  await say(ridge, mention)
  await arrived(ada, 15, 1)
  await page.goto(screenOf(ada))
  await expect(page.getByRole('tab', { name: 'All 16' })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(16)
  await expect(rowsOf(page).first()).toContainText('Bo mentioned you')
  // Mentions show names, not IDs.
  await expect(rowsOf(page).first()).toContainText(/“@\S+ look”/)
  await expect(rowsOf(page).nth(1)).toContainText('Bo set the priority to Urgent')
  await expect(rowOf(page, '“Path 7 is steep”')).toContainText('Bo commented')
  await expect(rowOf(page, '“It is dry”')).toContainText('Bo replied')

  await rowOf(page, 'Path 2 is').getByRole('link').click()
  const comment = (text: string) => detailOf(page).getByRole('article').filter({ hasText: text })
  await expect(comment('Path 2 is')).toBeInViewport()
  await rowOf(page, 'Path 12 is').getByRole('link').click()
  await expect(comment('Path 12 is')).toBeInViewport()
  await page.reload()
  await expect(comment('Path 12 is')).toBeInViewport()
  await expectAccessible(page)
})

// @cap:notifications.archive
// @cap:notifications.snooze
// @cap:notifications.filters
test('it is put off, put away, brought back, and narrowed to what concerns one', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const { bo, change } = await withColleague(ada)
  const own = await ada.addItem('Own ridge')
  const watched = await call(bo.context.request, workItemsApi.create, {
    params: { slug, project_id },
    body: { name: 'Watched hut' },
  })
  await call(context.request, subscribersApi.subscribe, {
    params: { slug, project_id, id: watched.id },
  })
  await change(own, { priority: 'low' })
  await change(watched, { priority: 'high' })
  await arrived(ada, 2)
  await page.goto(screenOf(ada))
  await expect(rowsOf(page)).toHaveCount(2)

  const act = async (text: string, button: string) => {
    await rowOf(page, text).hover()
    await rowOf(page, text).getByRole('button', { name: button, exact: true }).click()
  }
  const show = async (name: string) => {
    // Another list is read from the server.
    await changesAnswered(context.request)
    await listOf(page).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitemcheckbox', { name }).click()
  }
  await act('Own ridge', 'Archive')
  await expect(rowsOf(page)).toHaveCount(1)
  await act('Watched hut', 'Snooze')
  await page.getByRole('menuitem', { name: '3 days' }).click()
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(badgeOf(page)).toHaveText('Inbox')

  await show('Show snoozed')
  await expect(rowOf(page, 'Watched hut')).toContainText(/Until [A-Z][a-z]{2} \d{2}/)
  await show('Show archived')
  await expect(rowsOf(page)).toHaveCount(1)
  await act('Own ridge', 'Move to inbox')
  await expect(rowsOf(page)).toHaveCount(0)
  await show('Show snoozed')
  await act('Watched hut', 'Snooze')
  await page.getByRole('menuitem', { name: 'Unsnooze' }).click()
  await listOf(page).getByRole('button', { name: 'Clear all' }).click()
  await expect(rowsOf(page)).toHaveCount(2)

  // Custom: a date and a time, both required.
  await act('Watched hut', 'Snooze')
  await page.getByRole('menuitem', { name: 'Custom' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snooze until' })
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
  await expect(dialog.getByText('Choose a date.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Go to the Next Month' }).click()
  await dialog.getByRole('gridcell', { name: '17' }).getByRole('button').click()
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
  await expect(dialog.getByText('Choose a time.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Pick a time' }).click()
  await page.getByRole('option', { name: '9:30 AM' }).click()
  await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await show('Show snoozed')
  // With its year in December, when the next month is in another one.
  await expect(rowOf(page, 'Watched hut')).toContainText(/\b17(, \d{4})?, 9:30\sAM/)
  await act('Watched hut', 'Snooze')
  await page.getByRole('menuitem', { name: 'Unsnooze' }).click()
  await listOf(page).getByRole('button', { name: 'Clear all' }).click()

  await listOf(page).getByRole('button', { name: 'Inbox filters' }).click()
  await page.getByRole('menuitemcheckbox', { name: "I'm subscribed" }).click()
  await page.keyboard.press('Escape')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, 'Watched hut')).toBeVisible()
  await act('Watched hut', 'Mark as read')
  await show('Show unread')
  await expect(
    listOf(page).getByRole('heading', { name: 'No matching notifications' }),
  ).toBeVisible()
  await listOf(page)
    .getByRole('button', { name: /I'm subscribed/ })
    .click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowOf(page, 'Own ridge')).toBeVisible()
})

// @cap:notifications.intake-item
// @cap:mobile.item-and-panes
test('a request that waits is decided on beside its notification; a phone shows one at a time', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const { bo } = await withColleague(ada)
  const params = { slug, project_id }
  await call(context.request, projectsApi.change, { params, body: { inbox_view: true } })
  const { issue } = await call(context.request, intakeItemsApi.create, {
    params,
    body: { issue: { name: 'The hut is leaking' } },
  })
  await call(bo.context.request, commentsApi.create, {
    params: { ...params, id: issue.id },
    body: { comment_html: '<p>Since when?</p>' },
  })
  await arrived(ada, 1)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(screenOf(ada))
  await expect(rowOf(page, /Bo commented\s*“Since when\?”/)).toBeVisible()
  await expectAccessible(page)
  await rowOf(page, 'Since when?').getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark as read' }).click()
  await expect(rowsOf(page).getByText('Unread')).toHaveCount(0)
  await rowOf(page, 'Since when?').getByRole('link').click()
  await expect(listOf(page)).toHaveCount(0)
  await expect(detailOf(page).getByRole('button', { name: 'Accept' })).toBeVisible()
  await detailOf(page).getByRole('button', { name: 'Back' }).click()
  await expect(rowsOf(page)).toHaveCount(1)

  await page.setViewportSize({ width: 1440, height: 900 })
  await rowOf(page, 'Since when?').getByRole('link').click()
  await detailOf(page).getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to project' }).click()
  // Now it is shown as a work item.
  await expect(detailOf(page).getByRole('button', { name: 'Open full page' })).toBeVisible()
  await expect(detailOf(page).getByRole('button', { name: 'Accept' })).toHaveCount(0)
})

import { commentsApi } from '@cairn/contract'
import { call, expect, test } from '../kit/visitors.ts'

const arabic = 'مسار الجبل!'
const chinese = '山路等高线地图'
const mixed = 'Überblick 🏔️ für 등산로'

/** The left position of a letter in an element's text. */
const leftOf = (element: Element, letter: string) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const start = node.textContent?.indexOf(letter) ?? -1
    if (start < 0) continue
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, start + letter.length)
    return range.getBoundingClientRect().left
  }
  return -1
}

// @cap:i18n.any-script
test('names, comments and search take any script, and it runs as it is read', async ({ ada }) => {
  const { page, slug } = ada
  const { id, project_id } = await ada.addItem(arabic)
  for (const name of [chinese, mixed]) await ada.addItem(name)
  await call(ada.context.request, commentsApi.create, {
    params: { slug, project_id, id },
    body: { comment_html: `<p>${arabic}</p>` },
  })
  await page.goto(ada.list)
  const row = page.getByRole('group', { name: `TRAIL-1 ${arabic}` })
  const name = row.getByText(arabic)
  // Right-to-left text ends on the left.
  await expect(name).toBeVisible()
  expect(await name.evaluate(leftOf, '!')).toBeLessThan(await name.evaluate(leftOf, 'م'))
  await expect(page.getByRole('group', { name: `TRAIL-3 ${mixed}` })).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText('等高线')
  await expect(palette.getByRole('option', { name: chinese })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('الجبل')
  await palette.getByRole('option', { name: arabic }).click()
  await expect(page).toHaveURL(/TRAIL-1/)
  const comment = page.getByRole('article').getByText(arabic)
  await expect(comment).toBeVisible()
  expect(await comment.evaluate(leftOf, '!')).toBeLessThan(await comment.evaluate(leftOf, 'م'))
  await page.getByRole('textbox', { name: 'Add comment' }).click()
  await page.keyboard.insertText(mixed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').filter({ hasText: mixed })).toBeVisible()
})

import { accountApi, MEMBER, projectMembersApi, workItemsApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const wordsOf = (name: string, count = 30) =>
  Array.from({ length: count }, (_, n) => `${name}${n};`)

async function addBob(ada: Visitor) {
  const bob = await ada.addColleague(MEMBER, 'Bob')
  const { id: member_id } = await call(bob.context.request, accountApi.me, {})
  const { slug, project_id } = ada
  await call(ada.context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role: MEMBER }] },
  })
  return bob
}

const itemOf = ({ slug, project_id }: Visitor, id: string) => ({ params: { slug, project_id, id } })
const read = async (ada: Visitor, id: string) =>
  (await call(ada.context.request, workItemsApi.get, { ...itemOf(ada, id), query: {} }))
    .description_html

const hasAll = (text: string | null, words: readonly string[]) =>
  words.filter((word) => !text?.includes(word))

// @cap:text.concurrent-description
test('two people edit one description at once: every character is kept, and each sees the other’s caret', async ({
  ada,
}) => {
  const { page } = ada
  const item = await ada.addItem('Ford', { description_html: '<p>begin</p><p>middle</p>' })
  const bob = await addBob(ada)
  const address = `/${ada.slug}/browse/TRAIL-1/`
  await page.goto(address)
  await bob.page.goto(address)
  await expect(description(page)).toBeVisible()
  await expect(description(bob.page)).toBeVisible()
  const [byAda, byBob] = [wordsOf('ada'), wordsOf('bob')]

  await test.step('in the same paragraph, at the same time', async () => {
    await description(page).getByText('begin').click()
    await page.keyboard.press('Home')
    await description(bob.page).getByText('begin').click()
    await bob.page.keyboard.press('End')
    await Promise.all([page.keyboard.type(byAda.join('')), bob.page.keyboard.type(byBob.join(''))])
    for (const one of [page, bob.page]) {
      const text = description(one).locator('p').first()
      const whole = `${byAda.join('')}begin${byBob.join('')}`
      // Three hundred letters, each a message to the other user: slow on a busy machine.
      await expect(text).toContainText(whole, { timeout: 120_000 })
    }
    await expect(description(page).locator('.other-caret[data-name=Bob]')).toBeVisible()
    await expect(description(bob.page).locator('.other-caret')).toBeVisible()
  })

  await test.step('undo takes back one’s own words only', async () => {
    // Once it is stored, the words before are a step of their own: what is typed without a pause is
    // undone together.
    await expect
      .poll(async () => hasAll(await read(ada, item.id), [...byAda, ...byBob]))
      .toEqual([])
    await page.keyboard.type('wrong')
    await expect(description(bob.page)).toContainText('wrong')
    await page.keyboard.press('ControlOrMeta+z')
    await expect(description(bob.page)).not.toContainText('wrong')
    await expect(description(page)).toContainText('bob29;')
  })

  await test.step('a program that writes meanwhile is read at once, and takes nothing away', async () => {
    await expect
      .poll(async () => hasAll(await read(ada, item.id), [...byAda, ...byBob]))
      .toEqual([])
    const before = await read(ada, item.id)
    await description(bob.page).getByText('middle').click()
    await bob.page.keyboard.press('End')
    // What is stored between the program's reading and writing is replaced: it writes the whole text.
    await call(ada.context.request, workItemsApi.change, {
      ...itemOf(ada, item.id),
      body: { description_html: `${before}<p>by a program</p>` },
    })
    await bob.page.keyboard.type(wordsOf('more', 10).join(''))
    for (const one of [page, bob.page]) {
      await expect(description(one)).toContainText('by a program')
      await expect(description(one)).toContainText(`middle${wordsOf('more', 10).join('')}`)
    }
  })

  const all = [...byAda, ...byBob, ...wordsOf('more', 10), 'by a program']
  await expect.poll(async () => hasAll(await read(ada, item.id), all)).toEqual([])
  await test.step('it is there after a reload', async () => {
    await page.reload()
    await expect(description(page)).toContainText('by a program')
    expect(hasAll(await description(page).textContent(), all)).toEqual([])
    expect((await read(ada, item.id)).match(/begin/g)).toHaveLength(1)
  })
})

test('the caret stays where it is while another person writes in the same paragraph', async ({
  ada,
}) => {
  const { page } = ada
  const bob = await addBob(ada)
  // Paragraphs that could be taken for the one that both write in.
  for (const other of ['Tents', 'Tents and ropes']) {
    const text = 'Tents and ropes'
    const item = await ada.addItem('Ford', {
      description_html: `<p>${text}</p><p>${other}</p>`,
    })
    const address = `/${ada.slug}/browse/TRAIL-${item.sequence_id}/`
    await page.goto(address)
    await bob.page.goto(address)
    const first = (on: Page) => description(on).locator('p').first()
    await first(page).click()
    await page.keyboard.press('End')
    await first(bob.page).click()
    await bob.page.keyboard.press('Home')
    for (const [at, letter] of [...'All:'].entries()) {
      await bob.page.keyboard.type(letter)
      await expect(first(page)).toContainText(`${letter}${text}`)
      await page.keyboard.type('!')
      await expect(first(bob.page)).toContainText(`${text}${'!'.repeat(at + 1)}`)
    }
    const whole = `<p>All:${text}!!!!</p><p>${other}</p>`
    await expect.poll(() => read(ada, item.id)).toBe(whole)
  }
})

test('a description is written without the network, and by ordinary calls without the live service', async ({
  ada,
}) => {
  const { page, context } = ada
  const item = await ada.addItem('Ford', { description_html: '<p>start</p>' })
  const address = `/${ada.slug}/browse/TRAIL-1/`
  await page.goto(address)
  await description(page).getByText('start').click()
  await page.keyboard.press('End')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.keyboard.type(' offline')
  const other = await ada.secondBrowser()
  await other.routeWebSocket(/live\/collaboration/, (socket) => socket.close({ code: 1011 }))
  await other.goto(address)
  await description(other).getByText('start').click()
  await other.keyboard.press('Home')
  await other.keyboard.type('by calls ')
  await expect.poll(() => read(ada, item.id)).toBe('<p>by calls start</p>')
  await context.setOffline(false)
  await expect.poll(() => read(ada, item.id)).toBe('<p>by calls start offline</p>')
  await expect(description(page)).toHaveText('by calls start offline')
})

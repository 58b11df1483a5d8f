import { accountApi, cyclesApi, pagesApi } from '@cairn/contract'
import { askForEverything, call, expect, test } from '../kit/visitors.ts'

// @cap:errors.server-unreachable
test('with the server away at the start a screen says so, and Reload brings the app back', async ({
  ada,
}) => {
  const { page } = ada
  await askForEverything(page)
  await page.route('**/api/**', (route) => route.abort())
  await page.goto(ada.list)
  await expect(page.getByRole('heading', { name: "Can't reach Cairn" })).toBeVisible()
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
})

test('a session that ends while working leads to sign-in and back to the same place', async ({
  ada,
}) => {
  const { page, context } = ada
  await ada.addItem('Contour lines flicker')
  await page.goto(ada.list)
  const item = page.getByRole('group', { name: 'TRAIL-1' })
  await expect(item).toBeVisible()
  await item.focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name' }).fill('Too late')
  await context.clearCookies({ name: 'session-id' })
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('next_path')).toContain(ada.project_id)
})

test('the page forbids scripts that are not its own', async ({ stranger: page }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(refused).toEqual([])
  await page.evaluate(`{
    const script = document.createElement('script')
    script.textContent = 'window.hacked = true'
    document.head.append(script)
  }`)
  expect(await page.evaluate('window.hacked')).toBeUndefined()
})

// @cap:errors.crash-screen
test('what breaks shows a way back, and so does an address that leads nowhere', async ({ ada }) => {
  const { page, slug, context } = ada
  const { id } = await call(context.request, accountApi.me, {})
  // A response our server never sends.
  await page.route('**/user-stats/**', (route) => route.fulfill({ json: { assigned_issues: 1 } }))
  await page.goto(`/${slug}/profile/${id}/`)
  await expect(
    page.getByRole('heading', { name: 'Something went wrong on this page' }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good /)

  await page.goto(`/${slug}/nowhere/`)
  await expect(page).toHaveTitle('404 - Page not found')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(new RegExp(`/${slug}/$`))
})

test('what could not be loaded is not said to be missing, and comes when the network is back', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const params = { slug, project_id }
  await ada.addItem('Contour lines flicker')
  const { id } = await call(context.request, pagesApi.create, { params, body: { name: 'Harbour' } })
  const body = { name: 'Sprint', start_date: null, end_date: null }
  const cycle = await call(context.request, cyclesApi.create, { params, body })
  const home = `/${slug}/projects/${project_id}`
  const says = (title: string) => page.getByRole('heading', { name: title, exact: true })
  const screens = [
    {
      address: `/${slug}/browse/TRAIL-1/`,
      answers: '**/api/**/work-items/TRAIL-1/**',
      title: "The work item couldn't be loaded",
      shows: 'Contour lines flicker',
    },
    {
      address: `${home}/cycles/${cycle.id}/`,
      answers: '**/api/**/cycles/',
      title: "This couldn't be loaded",
      shows: 'Sprint',
    },
    // Not from the list either, which has enough data to open it.
    {
      address: `${home}/pages/${id}/`,
      answers: '**/api/**/pages/**',
      title: 'Not loaded',
      shows: 'Harbour',
    },
  ]
  await askForEverything(page)
  for (const { address, answers, title, shows } of screens) {
    await test.step(address, async () => {
      await page.route(answers, (route) => route.abort())
      await page.goto(address)
      await expect(says(title)).toBeVisible()
      await expect(page.getByText(/not found|doesn't exist/)).toHaveCount(0)
      await page.unroute(answers)
      await page.evaluate(`dispatchEvent(new Event('online'))`)
      await expect(says(title)).toHaveCount(0)
      await expect(page.getByRole('main').getByText(shows).first()).toBeVisible()
    })
  }

  await test.step('a peek', async () => {
    const answers = '**/api/**/work-items/TRAIL-1/**'
    await page.route(answers, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(`${ada.list}?peekId=TRAIL-1`)
    await expect(says("The work item couldn't be loaded")).toBeVisible()
    await expect(page.getByText("This work item doesn't exist")).toHaveCount(0)
    await page.unroute(answers)
    await page.getByRole('button', { name: 'Try again' }).last().click()
    await expect(says("The work item couldn't be loaded")).toHaveCount(0)
  })
})

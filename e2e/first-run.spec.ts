import { instanceAuthApi } from '@cairn/contract'
import { expectAccessible } from './kit/accessibility.ts'
import { expect, password, postForm, test } from './kit/visitors.ts'

// The second test depends on the first.
test.describe.configure({ mode: 'serial' })

// @cap:instance-admin.first-setup
test('a fresh instance is set up in the browser and opens its demo workspace', async ({
  stranger: page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to Cairn' })).toBeVisible()
  await expect(page).toHaveTitle('Set up Cairn')
  await expectAccessible(page)

  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('First name').fill('Robin')
  await page.getByLabel('Last name').fill('Vale')
  await page.getByLabel('Email').fill('robin@cairn')
  await page.getByLabel('Company name').fill('Meridian')
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await page.getByLabel('Email').fill('robin@cairn.test')
  await page.getByLabel('Set a password').fill('password1')
  await expect(page.getByText('Too easy to guess.')).toBeVisible()
  await page.getByLabel('Set a password').fill(password)
  await page.getByLabel('Confirm password').fill('something else')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await page.getByLabel('Confirm password').fill(password)
  await expect(page.getByRole('switch', { name: 'Add a demo workspace' })).toBeChecked()
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.waitForURL('**/meridian/')
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('heading', { name: /Good .*, Robin/ })).toBeVisible()
  const project = page.getByRole('link', { name: /Trail Maps/ }).first()
  // Widgets above it are loaded when they are scrolled into view.
  await project.scrollIntoViewIfNeeded()
  const activity = page.getByRole('region', { name: 'Your activity' })
  await expect(activity.getByRole('listitem').first()).toBeVisible()
  await project.click()
  await expect(page.getByText('Route planner: undo and redo for every edit')).toBeVisible()
  await expectAccessible(page)
})

test('a second set-up is refused, and the form does not come back', async ({ stranger: page }) => {
  await page.goto('/god-mode/')
  await expect(page.getByRole('heading', { name: 'Instance administration' })).toBeVisible()
  const answer = await postForm(page.request, instanceAuthApi.signUp.url, {
    email: 'eve@cairn.test',
    password,
    first_name: 'Eve',
  })
  await page.goto(answer.headers().location ?? '')
  await expect(page.getByText('This instance already has an administrator.')).toBeVisible()
})

import { expectAccessible } from '../kit/accessibility.ts'
import { dialogOf, expect, password, test } from '../kit/visitors.ts'

const fresh = () => `eve-${crypto.randomUUID().slice(0, 8)}@cairn.test`

// @cap:auth.sign-up-with-password @cap:workspaces.slug-availability
test('a newcomer signs up, creates a workspace and a project, and signs out', async ({
  stranger: page,
  ada,
}) => {
  const email = fresh()
  await page.goto('/sign-up')
  await expectAccessible(page)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Set a password').fill('password1')
  await expect(page.getByText('Too easy to guess.')).toBeVisible()
  await page.getByLabel('Set a password').fill(password)
  await page.getByLabel('Confirm password').fill(`${password}!`)
  await page.getByLabel('Confirm password').blur()
  await expect(page.getByText("The passwords don't match.")).toBeVisible()
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()

  await page.waitForURL('**/onboarding/')
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Eve')
  await page.getByRole('button', { name: 'Continue' }).click()
  const name = `Team ${crypto.randomUUID().slice(0, 6)}`
  await page.getByLabel('Workspace name').fill(name)
  const url = page.getByLabel('Workspace URL')
  await expect(url).toHaveValue(name.toLowerCase().replace(' ', '-'))
  await url.fill(ada.slug)
  await expect(page.getByText('This URL is taken. Choose another one.')).toBeVisible()
  await url.fill('god-mode')
  await expect(page.getByText('This URL is taken. Choose another one.')).toBeVisible()
  const slug = name.toLowerCase().replace(' ', '-')
  await url.fill(slug)
  await page.getByRole('combobox', { name: /How many people/ }).click()
  await page.getByRole('option', { name: '2-10' }).click()
  await page.getByRole('button', { name: 'Create workspace' }).click()
  await page.getByRole('button', { name: "I'll do it later" }).click()
  await page.waitForURL(`**/${slug}/`)
  await page.getByRole('button', { name: 'Skip' }).click()

  await page.getByRole('button', { name: 'Create project' }).first().click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Project name').fill('Sync Engine')
  await expect(dialog.getByLabel('Project ID')).toHaveValue('SYNCE')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sync Engine', exact: true })).toBeVisible()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
  await page.goto(`/${slug}/`)
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
})

// @cap:auth.next-path
test('signing in leads back to the page that was asked for; a wrong password says so', async ({
  stranger: page,
  ada,
}) => {
  await page.goto(ada.list)
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill('nobody')
  await page.getByLabel('Email', { exact: true }).blur()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(ada.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: /^Password/ }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText("That password isn't right.")
  await expect(page.getByText(ada.email)).toBeVisible()
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${ada.list}`)
  await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
})

test('a way on that a browser would read as another host stays here', async ({
  stranger: page,
  ada,
}) => {
  await page.goto('/?next_path=%2F%09%2Fevil.example%2F')
  const { origin } = new URL(page.url())
  await page.getByLabel('Email', { exact: true }).fill(ada.email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/${ada.slug}/**`)
})

test('an unknown address goes to sign-up; a known one on the sign-up page to sign-in', async ({
  stranger: page,
  ada,
}) => {
  await page.goto('/')
  await page.getByLabel('Email', { exact: true }).fill(fresh())
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Confirm password')).toBeVisible()
  await page.goto('/sign-up')
  await page.getByLabel('Email', { exact: true }).fill(ada.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /^Password/ })).toBeVisible()
  await expect(page.getByLabel('Confirm password')).toBeHidden()
})

// @cap:errors.old-addresses-redirect
test('former addresses inside a workspace lead on, with and without the last slash', async ({
  ada,
}) => {
  const { page, slug, project_id } = ada
  const project = `/${slug}/projects/${project_id}`
  for (const [former, now] of [
    ['/profile?ref=mail', `/${slug}/settings/account/?ref=mail`],
    ['/profile/appearance/', `/${slug}/settings/account/preferences/`],
    ['/profile/preferences/email', `/${slug}/settings/account/notifications/`],
    [`/${slug}/settings/api-tokens?ref=mail`, `/${slug}/settings/account/api-tokens/?ref=mail`],
    [
      `${project}/settings/states?ref=mail`,
      `/${slug}/settings/projects/${project_id}/states/?ref=mail`,
    ],
    [`${project}/inbox/`, `${project}/intake/`],
    [`/${slug}/analytics`, `/${slug}/analytics/overview/`],
  ] as const) {
    await page.goto(former)
    await expect.poll(() => page.evaluate<string>('location.pathname + location.search')).toBe(now)
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  }
  for (const list of [`${project}/issues`, `${project}/issues/`]) {
    await page.goto(list)
    await expect(page.getByRole('heading', { name: 'No work items yet' })).toBeVisible()
  }
})

// @cap:errors.old-addresses-redirect
test('old addresses lead to the new ones with their query', async ({ stranger: page }) => {
  await page.goto('/login?error_code=5065&email=ada%40cairn.test')
  await expect(page.getByRole('alert')).toContainText("That password isn't right.")
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible()
})

test('what is not there, and what is not yours, has a screen with a way out', async ({ ada }) => {
  const { page } = ada
  await page.goto('/no-such-workspace/')
  await expect(page.getByRole('heading', { name: 'Workspace not found' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/${ada.slug}/projects/${crypto.randomUUID()}/issues/`)
  await expect(page.getByRole('heading', { name: "You can't open this project" })).toBeVisible()
  await page.goto(`/${ada.slug}/no/such/page`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

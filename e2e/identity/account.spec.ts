import { accountApi, apiTokensApi, authApi, MEMBER, workItemsApi } from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import {
  askForEverything,
  call,
  expect,
  forgetSession,
  password,
  postForm,
  test,
  type Visitor,
} from '../kit/visitors.ts'
import { code, test as withMail } from '../kit/with-mail.ts'

const at = ({ slug }: Visitor, section = '') => `/${slug}/settings/account/${section}`
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()

/** The verification code in a mail about a new address. */
const sixDigits = /\b\d{6}(?= confirms)/

const sections = [
  ['', 'Profile'],
  ['preferences/', 'Preferences'],
  ['notifications/', 'Notifications'],
  ['security/', 'Security'],
  ['activity/', 'Activity'],
  ['api-tokens/', 'Personal access tokens'],
] as const

test('every account screen is accessible in every theme', async ({ ada }) => {
  const { page } = ada
  await ada.addItem('Contour lines flicker')
  for (const [section, name] of sections) {
    await page.goto(at(ada, section))
    await expect(heading(page, name)).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden()
    await expectAccessibleInThemes(page)
  }
})

test('on a phone the list of settings is a drawer, and no screen scrolls sideways', async ({
  ada,
}) => {
  const { page } = ada
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(at(ada))
  for (const [, name] of sections.slice(1)) {
    await page.getByRole('button', { name: 'Open settings menu' }).click()
    const drawer = page.getByRole('dialog', { name: 'Settings sections' })
    await drawer.getByRole('link', { name }).click()
    await expect(drawer).toBeHidden()
    await expect(heading(page, name)).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    await expectAccessible(page)
  }
})

test('settings are reached from the account menu, by keyboard alone, and left again', async ({
  ada,
}) => {
  const { page } = ada
  await page.goto(`/${ada.slug}/`)
  await page.getByRole('button', { name: /^Account of/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Settings' }).press('Enter')
  await expect(heading(page, 'Profile')).toBeVisible()
  await expect(page).toHaveTitle('Profile - General settings')
  await page.getByRole('link', { name: 'Security' }).press('Enter')
  await expect(heading(page, 'Security')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Acme' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${ada.slug}/$`))
})

// @cap:account.edit-profile
test('names are edited within their limits, and another browser shows them at once', async ({
  ada,
}) => {
  const { page } = ada
  const other = await ada.secondBrowser()
  await Promise.all([page.goto(at(ada)), other.goto(at(ada))])
  await expect(other.getByLabel('Display name')).not.toHaveValue('')

  const display = page.getByLabel('Display name')
  for (const [typed, sentence] of [
    ['', 'Enter a display name.'],
    ['   ', 'Enter a display name.'],
    ['Ada  Lovelace', 'Use only single spaces.'],
    ['a'.repeat(21), 'Use fewer than 20 characters.'],
  ] as const) {
    await display.fill(typed)
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await display.fill('a'.repeat(20))
  await expect(page.getByText('Use fewer than 20 characters.')).toBeHidden()

  await save(page)
  await expect(page.getByText('Enter your first name.')).toBeVisible()
  await page.getByLabel('First name').fill('www.ada.example')
  await expect(page.getByText("A first name can't contain a URL.")).toBeVisible()
  await page.getByLabel('Last name').fill('https://ada.example')
  await expect(page.getByText("A last name can't contain a URL.")).toBeVisible()
  await page.getByLabel('First name').fill('')
  await page.getByLabel('First name').pressSequentially('A'.repeat(30))
  await expect(page.getByLabel('First name')).toHaveValue('A'.repeat(24))
  await page.getByLabel('Last name').fill('')
  await page.getByLabel('Last name').pressSequentially('L'.repeat(30))
  await expect(page.getByLabel('Last name')).toHaveValue('L'.repeat(24))
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(ada.email)

  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await display.fill('Countess')
  await save(page)
  await expect(notices(page).getByText('Profile saved')).toBeVisible()
  await expect(other.getByLabel('Display name')).toHaveValue('Countess')
  await expect(other.getByRole('button', { name: 'Account of Countess' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')
})

/** A one-pixel picture, whose content the server checks. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
)
const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

async function upload(page: Page, name: string, mimeType: string, buffer: Buffer) {
  const dialog = page.getByRole('dialog', { name: 'Upload image' })
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await dialog.getByRole('button', { name: 'Save image' }).click()
  await expect(dialog).toBeHidden()
}

// @cap:account.avatar-and-cover
test('avatar and cover are uploaded, changed, picked and removed, and show everywhere at once', async ({
  ada,
}) => {
  const { page } = ada
  const ben = await ada.addColleague(MEMBER, 'Ben')
  await page.goto(at(ada))
  await ben.page.goto(`/${ada.slug}/settings/members/`)
  await expect(ben.page.getByRole('cell', { name: ada.email })).toBeVisible()
  const pictures = page.getByRole('region', { name: 'Avatar and cover' })
  const inMenu = page.getByRole('button', { name: /^Account of/ }).locator('img')
  const atBens = ben.page.locator('main img[src*="/api/assets/"]')

  await pictures.getByRole('button', { name: 'Change avatar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload image' })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(6 * 1024 * 1024),
  })
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'drawing.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await expect(dialog.getByRole('alert')).toBeVisible()
  await upload(page, 'ada.png', 'image/png', png)
  await expect(inMenu).toBeVisible()
  await expect(atBens).toBeVisible()
  const first = await inMenu.getAttribute('src')

  await pictures.getByRole('button', { name: 'Change avatar' }).click()
  await upload(page, 'ada.jpg', 'image/jpeg', jpeg)
  await expect(inMenu).not.toHaveAttribute('src', first ?? '')
  await expect(atBens).not.toHaveAttribute('src', first ?? '')

  await pictures.getByRole('button', { name: 'Change avatar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(notices(page).getByText('Profile picture removed')).toBeVisible()
  await expect(inMenu).toBeHidden()
  await expect(atBens).toBeHidden()

  const cover = pictures.locator('img').first()
  await pictures.getByRole('button', { name: 'Change cover' }).click()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cover / })
    .first()
    .click()
  await expect(cover).toHaveAttribute('src', /^\/covers\//)
  await pictures.getByRole('button', { name: 'Change cover' }).click()
  await page.getByRole('button', { name: 'Upload an image' }).click()
  await upload(page, 'cover.webp', 'image/webp', webp)
  await expect(cover).toHaveAttribute('src', /\/api\/assets\//)
  await changesAnswered(ada.context.request)
  await page.reload()
  await expect(cover).toHaveAttribute('src', /\/api\/assets\//)
  await pictures.getByRole('button', { name: 'Change cover' }).click()
  await page.getByRole('button', { name: 'Remove cover' }).click()
  await expect(pictures.locator('img')).toHaveCount(0)
})

// @cap:account.update-rolls-back
test('a change the server does not take is taken back, with what happened', async ({ ada }) => {
  const { page } = ada
  await page.goto(at(ada))
  const name = page.getByRole('complementary', { name: 'Settings sections' }).locator('p').first()
  await expect(name).not.toBeEmpty()
  const before = (await name.textContent()) ?? ''
  const broken = { status: 500, json: { error: 'The disk is full.' } }
  await page.route('**/api/users/me/', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(broken) : route.continue(),
  )
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Display name').fill('Countess')
  await save(page)
  await expect(notices(page).getByText("Your account wasn't saved")).toBeVisible()
  await expect(name).toHaveText(before)

  await page.goto(at(ada, 'preferences/'))
  await page.route('**/api/users/me/profile/', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(broken) : route.continue(),
  )
  const firstDay = page.getByRole('combobox', { name: 'First day of the week' })
  await firstDay.click()
  await page.getByRole('option', { name: 'Monday' }).click()
  await expect(notices(page).getByText("Your profile wasn't saved")).toBeVisible()
  await expect(firstDay).toContainText('Sunday')
})

// @cap:account.load-error-states
// @cap:instance-admin.public-info
test('what cannot be loaded is named, and nobody signed in is sent to sign in', async ({
  ada,
  stranger,
}) => {
  const { page } = ada
  const broken = { status: 500, json: { error: 'Out of order.' } }
  await askForEverything(page)
  for (const [address, sentence] of [
    ['**/api/instances/', "The instance couldn't be loaded"],
    ['**/api/users/session/', "Your account couldn't be loaded"],
    ['**/api/users/me/profile/', "Your profile couldn't be loaded"],
  ] as const) {
    await page.route(address, (route) => route.fulfill(broken))
    await page.goto(`/${ada.slug}/`)
    await expect(heading(page, sentence)).toBeVisible()
    await expectAccessible(page)
    await page.unroute(address)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()
  }
  // A user without a workspace is redirected by the settings.
  await postForm(stranger.request, authApi.signUp.url, {
    email: `eve-${crypto.randomUUID()}@cairn.test`,
    password,
  })
  await call(stranger.request, accountApi.finishOnboarding, { body: { is_onboarded: true } })
  await stranger.route('**/api/users/me/settings/', (route) => route.fulfill(broken))
  await stranger.goto('/')
  await expect(heading(stranger, "Your settings couldn't be loaded")).toBeVisible()

  await page.route('**/api/users/me/profile/', (route) =>
    route.fulfill({
      status: 401,
      json: { detail: 'Authentication credentials were not provided.' },
    }),
  )
  await forgetSession(page)
  await page.goto(`/${ada.slug}/`)
  await expect(page.getByLabel('Email')).toBeVisible()
})

// @cap:account.change-password
test('the password is changed with the old one, and only for a strong new one', async ({ ada }) => {
  const { page } = ada
  const next = 'nine stones beside the river'
  await page.goto(at(ada, 'security/'))
  const change = page.getByRole('button', { name: 'Change password' })
  const [old, first, again] = ['Current password', 'New password', 'Confirm password'].map(
    (label) => page.getByRole('textbox', { name: label }),
  ) as [ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>]
  await old.focus()
  await first.focus()
  await expect(page.getByText('Enter a password.')).toBeVisible()
  await old.fill('not the password')
  await first.fill('7 tarns')
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await first.fill('8 tarns!')
  await expect(page.getByText('Use at least 8 characters.')).toHaveCount(0)
  await first.fill('password1')
  await expect(page.getByText('Too easy to guess.')).toBeVisible()
  await first.fill('not the password')
  await expect(
    page.getByText('Choose a password that differs from your current one.'),
  ).toBeVisible()
  await first.fill(next)
  await again.fill('something else')
  await old.focus()
  await expect(page.getByText("The passwords don't match.")).toBeVisible()
  await expect(change).toBeDisabled()
  await again.fill(next)
  await expect(change).toBeEnabled()
  await change.click()
  await expect(
    notices(page).getByText("Your current password isn't right. Try again."),
  ).toBeVisible()
  await old.fill(password)
  await change.click()
  await expect(notices(page).getByText('Password changed')).toBeVisible()
  await expect(old).toHaveValue('')
  await ada.context.clearCookies()
  const { request } = ada.context
  const signIn = (typed: string) =>
    postForm(request, authApi.signIn.url, { email: ada.email, password: typed })
  expect((await signIn(password)).headers().location).toContain('error_code')
  expect((await signIn(next)).headers().location).not.toContain('error_code')
})

test('sessions are listed and revoked, one or all others, and those browsers are out', async ({
  ada,
}) => {
  const { page } = ada
  // Separate browsers: a second window would share this session.
  const others = await Promise.all([ada.signInElsewhere(), ada.signInElsewhere()])
  for (const other of others) {
    await other.goto(`/${ada.slug}/`)
    await expect(other.getByRole('button', { name: /^Account of/ })).toBeVisible()
  }
  await page.goto(at(ada, 'security/'))
  const revoke = page.getByRole('button', { name: /^Revoke Chrome/ })
  await expect(revoke).toHaveCount(2)
  await expect(page.getByText('This browser')).toHaveCount(1)
  await revoke.first().click()
  await expect(revoke).toHaveCount(1)
  await page.getByRole('button', { name: 'Revoke all others' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke all others' }).click()
  await expect(revoke).toHaveCount(0)
  // They are signed out without a click.
  for (const other of others) await expect(other.getByLabel('Email')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Security')).toBeVisible()
})

// @cap:account.first-day-of-week
test('the first day of the week shifts date pickers at once', async ({ ada }) => {
  const { page } = ada
  const open = (name: string) => page.getByRole('link', { name }).click()
  const dayOfFirstColumn = async () => {
    await open('Personal access tokens')
    await page.getByRole('button', { name: 'Add personal access token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create token' })
    await dialog.getByRole('combobox', { name: 'Expiration' }).click()
    await page.getByRole('option', { name: 'Custom' }).click()
    await dialog.getByRole('button', { name: 'Pick a date' }).click()
    // The column headers are visual only; each day contains its name.
    const first = page.getByRole('grid').getByRole('gridcell').getByRole('button').first()
    const name = await first.getAttribute('aria-label')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid')).toBeHidden()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    return name
  }
  await page.goto(at(ada))
  expect(await dayOfFirstColumn()).toContain('Sunday')
  await open('Preferences')
  const firstDay = page.getByRole('combobox', { name: 'First day of the week' })
  await expect(firstDay).toContainText('Sunday')
  await firstDay.click()
  await page.getByRole('option', { name: 'Wednesday' }).click()
  await expect(notices(page).getByText('First day of the week saved')).toBeVisible()
  expect(await dayOfFirstColumn()).toContain('Wednesday')
})

test('the time zone is searched, saved and known to other browsers', async ({ ada }) => {
  const { page } = ada
  const other = await ada.secondBrowser()
  await Promise.all([page, other].map((one) => one.goto(at(ada, 'preferences/'))))
  const zone = (one: Page) => one.getByRole('button', { name: /^Time zone: / })
  await expect(zone(other)).toBeVisible()
  await zone(page).click()
  await page.getByRole('combobox', { name: 'Search time zones' }).fill('Honolulu')
  await page.getByRole('option', { name: /^Hawaii/ }).click()
  await expect(notices(page).getByText('Time zone saved')).toBeVisible()
  const chosen = (await zone(page).textContent()) ?? ''
  await expect(zone(other)).toHaveText(chosen)
  const { user_timezone } = await call(ada.context.request, accountApi.me, {})
  expect(user_timezone).toBe('Pacific/Honolulu')
})

// @cap:account.email-preferences
test('the five mail switches save one by one and survive a reload', async ({ ada }) => {
  const { page } = ada
  const mail = page.getByRole('region', { name: 'Email notifications' })
  await page.goto(at(ada, 'notifications/'))
  const names = ['Property changes', 'State change', 'Work item completed', 'Comments', 'Mentions']
  const isOn = () =>
    Promise.all(names.map((name) => mail.getByRole('switch', { name }).isChecked()))
  await expect(mail.getByRole('switch')).toHaveCount(5)
  await expect.poll(isOn).toEqual([false, false, false, true, true])
  for (const name of names) {
    const answered = page.waitForResponse(
      (answer) =>
        answer.request().method() === 'PATCH' &&
        answer.url().endsWith('/notification-preferences/'),
    )
    await mail.getByRole('switch', { name }).click()
    const body = (await answered).request().postDataJSON() as object
    expect(Object.keys(body)).toHaveLength(1)
  }
  await expect(notices(page).getByText('Email notifications saved').first()).toBeVisible()
  await page.reload()
  await expect(mail.getByRole('switch')).toHaveCount(5)
  await expect.poll(isOn).toEqual([true, true, true, false, false])
  await page.route('**/notification-preferences/', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await mail.getByRole('switch', { name: 'Mentions' }).click()
  await expect(notices(page).getByText("Your email notifications weren't saved")).toBeVisible()
  await expect(mail.getByRole('switch', { name: 'Mentions' })).not.toBeChecked()
})

test('the own activity is read a hundred rows at a time', async ({ ada }) => {
  const { page, context, slug, project_id } = ada
  const { id } = await ada.addItem('Contour lines flicker')
  for (let n = 1; n <= 101; n += 1) {
    await call(context.request, workItemsApi.change, {
      params: { slug, project_id, id },
      body: { name: `Contour lines flicker ${n}` },
    })
  }
  await page.goto(at(ada, 'activity/'))
  const rows = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(rows).toHaveCount(100)
  await expect(rows.first()).toContainText('You renamed it to “Contour lines flicker 101”')
  await expect(rows.first()).toContainText('TRAIL-1')
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(rows.filter({ hasText: 'TRAIL-1' })).toHaveCount(102)
  await expect(rows.filter({ hasText: 'TRAIL-1' }).last()).toContainText('You created TRAIL-1')
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
})

// @cap:api-tokens.create
// @cap:api-tokens.list-and-delete
test('a token is made, shown once, copied, downloaded and deleted', async ({ ada }) => {
  const { page, context } = ada
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(at(ada, 'api-tokens/'))
  await page.getByRole('button', { name: 'Add personal access token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Enter a title.')).toBeVisible()
  await dialog.getByLabel('Title').fill('t'.repeat(256))
  await expect(dialog.getByText('Use 255 characters or fewer.')).toBeVisible()
  await dialog.getByLabel('Title').fill('=Nightly export')
  await dialog.getByLabel('Description').fill('Copies the board, every night')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Choose an expiration date.')).toBeVisible()
  await expect(notices(page).getByRole('dialog')).toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'Expiration' }).click()
  await page.getByRole('option', { name: '1 month' }).click()
  await expect(dialog.getByText(/^Expires .+ at \d{1,2}:\d\d\s[AP]M$/)).toBeVisible()

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const made = page.getByRole('dialog', { name: 'Token created' })
  const token = await made.getByLabel('Token', { exact: true }).inputValue()
  expect(token).toMatch(/^api_[0-9a-f]{32}$/)
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^secret-key-\d+\.csv$/)
  const content = await (await file.createReadStream()).toArray()
  expect(Buffer.concat(content as Buffer[]).toString()).toMatch(
    new RegExp(
      `^"Title","Description","Expiry","Secret key"\r\n"'=Nightly export","Copies the board, every night","Expires .+","${token}"$`,
    ),
  )
  await made.getByRole('button', { name: 'Copy token' }).click()
  await expect(notices(page).getByText('Token copied')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token)
  await made.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(made).toBeHidden()

  await expect(page.getByText('=Nightly export')).toBeVisible()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Copies the board, every night')).toBeVisible()
  expect(await page.content()).not.toContain(token)
  await test.step('its owner sees what it was used for', async () => {
    const requests = page.getByRole('dialog', { name: 'Requests with =Nightly export' })
    await page.getByRole('button', { name: 'Recent requests' }).click()
    await expect(requests.getByText(/No program has used this token/)).toBeVisible()
    await requests.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(requests).toBeHidden()
    const headers = { 'x-api-key': token }
    await ada.context.request.get('/api/v1/users/me/?from=script', { headers })
    await ada.context.request.get('/api/v1/workspaces/nowhere-at-all/projects/', { headers })
    const id = (await call(ada.context.request, apiTokensApi.list, {}))[0]?.id ?? ''
    const written = () => call(ada.context.request, apiTokensApi.requests, { params: { id } })
    await expect.poll(written).toHaveLength(2)
    await page.getByRole('button', { name: 'Recent requests' }).click()
    await expect(requests.getByRole('listitem')).toContainText([
      ...[/403.*nowhere-at-all/, /200.*GET \/api\/v1\/users\/me\/\?from=script/],
    ])
    await expectAccessible(page)
    await requests.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(requests).toBeHidden()
  })
  await page.getByRole('button', { name: 'Delete token' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(notices(page).getByText('=Nightly export deleted')).toBeVisible()
  await expect(page.getByText('No personal access tokens yet')).toBeVisible()
})

// @cap:account.change-email
withMail('the e-mail changes with the code sent to the new address', async ({ ada, mailTo }) => {
  const { page } = ada
  const ben = await ada.addColleague(MEMBER, 'Ben')
  await page.goto(at(ada))
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change email' })
  const send = () => dialog.getByRole('button', { name: 'Send code' }).click()
  const address = dialog.getByLabel('New email')
  await address.fill('ada@')
  await send()
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible()
  await address.fill(ada.email)
  await send()
  await expect(dialog.getByText("That's already your email address.")).toBeVisible()
  await address.fill(ben.email)
  await send()
  await expect(dialog.getByText('Another account uses this email address.')).toBeVisible()

  const next = `countess-${crypto.randomUUID().slice(0, 8)}@cairn.test`
  await address.fill(next)
  await send()
  const typed = dialog.getByLabel('Verification code')
  await expect(typed).toBeFocused()
  await expectAccessible(page)
  const confirm = () => dialog.getByRole('button', { name: 'Change email' }).click()
  await confirm()
  await expect(dialog.getByText('Enter the verification code.')).toBeVisible()
  const right = await mailTo(next, sixDigits)
  await typed.fill(right === '000000' ? '111111' : '000000')
  await confirm()
  await expect(dialog.getByText(/^That code is wrong or expired/)).toBeVisible()

  // Three an hour: two more, and then no more.
  for (const sent of [1, 2]) {
    await dialog.getByRole('button', { name: 'Use another address' }).click()
    await send()
    await mailTo(next, sixDigits, sent + 1)
  }
  await dialog.getByRole('button', { name: 'Use another address' }).click()
  await send()
  await expect(
    dialog.getByText('Too many attempts. Wait a few minutes and try again.'),
  ).toBeVisible()
})

// @cap:account.change-email
withMail(
  'after the change one signs in with the new address, and both are told',
  async ({ ada, mailTo }) => {
    const { page } = ada
    const next = `countess-${crypto.randomUUID().slice(0, 8)}@cairn.test`
    await page.goto(at(ada))
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Change email' })
    await dialog.getByLabel('New email').fill(next)
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await dialog.getByLabel('Verification code').fill(await mailTo(next, sixDigits))
    await dialog.getByRole('button', { name: 'Change email' }).click()
    await expect(notices(page).getByText('Email changed')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(next)
    await mailTo(ada.email, /Your Cairn address was changed/)
    await mailTo(next, /Your Cairn address was changed/)
    const { request } = ada.context
    const entered = await postForm(request, authApi.signIn.url, { email: next, password })
    expect(entered.headers().location).not.toContain('error_code')
  },
)

// @cap:account.deactivate
withMail(
  'an account is deactivated after confirming, unless others depend on it',
  async ({ ada, mailTo, house, browser }) => {
    const { page } = ada
    const ben = await ada.addColleague(MEMBER, 'Ben')
    const ask = async (one: Page) => {
      await one.getByRole('button', { name: 'Deactivate account' }).first().click()
      await one.getByRole('button', { name: 'Deactivate account' }).last().click()
      const question = one.getByRole('alertdialog', { name: 'Deactivate your account?' })
      await expect(question.getByText(/new invitation/)).toBeVisible()
      await question.getByRole('button', { name: 'Deactivate account' }).click()
    }
    await page.goto(at(ada))
    await ask(page)
    await expect(
      notices(page).getByText(/^You're the only admin of a (workspace|project)\./),
    ).toBeVisible()

    const admin = await browser.newContext({
      baseURL: house.baseURL,
      storageState: await house.admin.storageState(),
    })
    const adminPage = await admin.newPage()
    const slug = `house-${crypto.randomUUID().slice(0, 8)}`
    await admin.request.post('/api/workspaces/', { data: { name: 'House', slug } })
    await call(admin.request, accountApi.finishOnboarding, { body: { is_onboarded: true } })
    await call(admin.request, accountApi.finishTour, { body: { is_tour_completed: true } })
    await adminPage.goto(`/${slug}/settings/account/`)
    await ask(adminPage)
    await expect(
      notices(adminPage).getByText(
        "Administrators can't be deactivated. Remove them as administrator first.",
      ),
    ).toBeVisible()
    await admin.close()

    const elsewhere = await browser.newContext({ baseURL: house.baseURL })
    await postForm(elsewhere.request, authApi.signIn.url, { email: ben.email, password })
    expect((await elsewhere.request.get('/api/users/me/')).status()).toBe(200)
    await ben.page.goto(`/${ada.slug}/settings/account/`)
    await page.goto(`/${ada.slug}/settings/members/`)
    await expect(page.getByRole('cell', { name: ben.email })).toBeVisible()
    await ask(ben.page)
    await expect(notices(ben.page).getByText('Your account is deactivated')).toBeVisible()
    await expect(ben.page.getByLabel('Email')).toBeVisible()
    await mailTo(ben.email, /deactivated/)
    await expect(page.getByRole('cell', { name: ben.email })).toBeHidden()
    const again = await postForm(ben.context.request, authApi.signIn.url, {
      email: ben.email,
      password,
    })
    expect(again.headers().location).toContain('error_code')
    expect((await elsewhere.request.get('/api/users/me/')).status()).toBe(401)
    await elsewhere.close()
  },
)

// @cap:account.change-password
withMail(
  'who signed up with a code sets a first password without an old one',
  async ({ stranger: page, mailTo }) => {
    const email = `eve-${crypto.randomUUID().slice(0, 8)}@cairn.test`
    const { request } = page.context()
    await call(request, authApi.magicGenerate, { body: { email } })
    await postForm(request, authApi.magicSignUp.url, { email, code: await mailTo(email, code) })
    const slug = `eve-${crypto.randomUUID().slice(0, 8)}`
    await request.post('/api/workspaces/', { data: { name: 'Eve', slug } })
    await call(request, accountApi.finishOnboarding, { body: { is_onboarded: true } })
    await call(request, accountApi.finishTour, { body: { is_tour_completed: true } })
    await page.goto(`/${slug}/settings/account/security/`)
    await expect(page.getByRole('textbox', { name: 'New password' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Current password' })).toBeHidden()
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(notices(page).getByText('Password changed')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Current password' })).toBeVisible()
  },
)

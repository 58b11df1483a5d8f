import {
  accountApi,
  authApi,
  instanceAdminsApi,
  instanceSettingsApi,
  invitationsApi,
  MEMBER,
  providerSettings,
  providers,
  workspacesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import {
  closedPort,
  startSmtpServer,
  startTcpServer,
} from '../../apps/server/src/kernel/mail/smtp-test-server.ts'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { dialogOf } from '../kit/visitors.ts'
import {
  call,
  expect,
  heading,
  password,
  postForm,
  robin,
  test,
  turn,
} from '../kit/with-administrator.ts'

async function signIn(page: Page, email: string, typed: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: /^Password/ }).fill(typed)
  await page.getByRole('button', { name: 'Log in' }).click()
}

// @cap:instance-admin.separate-session
test('administrators sign in with a session of their own, and come to the page they asked for', async ({
  stranger: page,
  ada,
}) => {
  await page.goto('/god-mode/email/')
  await expect(heading(page, 'Instance administration')).toBeVisible()
  await expect(page).toHaveTitle('Log in - Instance administration')
  await expectAccessible(page)

  await signIn(page, 'nobody@cairn.test', password)
  await expect(page.getByRole('alert')).toContainText("There's no administrator with this address.")
  await signIn(page, ada.email, password)
  await expect(page.getByRole('alert')).toContainText("That email address or password isn't right.")
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await signIn(page, robin.email, robin.password)
  await page.waitForURL('**/god-mode/email/')
  await expect(heading(page, 'Email')).toBeVisible()

  // The admin session lasts an hour and does not open the app.
  const cookies = await page.context().cookies()
  const [session] = cookies.filter(({ name }) => name.endsWith('session-id'))
  expect(session?.name).toBe('admin-session-id')
  expect((session?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(3600)
  await page.goto('/')
  await expect(heading(page, 'Log in or sign up')).toBeVisible()

  // And the session of the app opens nothing here.
  await ada.page.goto('/god-mode/general/')
  await expect(heading(ada.page, 'Instance administration')).toBeVisible()
})

test('a session that ends while working leads to sign-in, and back to the same page', async ({
  admin: page,
}) => {
  // Also signed in to the app, where the session stays valid; in the administration area it does
  // not.
  await postForm(page.request, authApi.signIn.url, robin)
  await page.goto('/god-mode/ai/')
  await page.getByLabel('Model').fill('another-model')
  await page.context().clearCookies({ name: 'admin-session-id' })
  page.on('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(heading(page, 'Instance administration')).toBeVisible()
  await signIn(page, robin.email, robin.password)
  await page.waitForURL('**/god-mode/ai/')

  await page.getByRole('button', { name: 'Account of Robin Vale' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(heading(page, 'Instance administration')).toBeVisible()
  await page.goto('/god-mode/general/')
  await expect(heading(page, 'Instance administration')).toBeVisible()

  // If the instance request fails, the area shows it, and Retry recovers.
  await page.route('**/api/instances/', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/god-mode/general/')
  await expect(heading(page, "Can't load this instance.")).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/instances/')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Instance administration')).toBeVisible()
})

// @cap:instance-admin.entry-for-admins-only
test('only administrators see the way into the area, and are let in', async ({ stranger, ada }) => {
  const { request } = stranger
  const slug = `robin-${crypto.randomUUID().slice(0, 8)}`
  await postForm(request, authApi.signIn.url, robin)
  await call(request, workspacesApi.create, { body: { name: 'Summit', slug } })
  await call(request, accountApi.finishOnboarding, { body: { is_onboarded: true } })
  await call(request, accountApi.finishTour, { body: { is_tour_completed: true } })
  await stranger.goto(`/${slug}/`)
  await stranger.getByRole('button', { name: /^Account of/ }).click()
  await stranger.getByRole('menuitem', { name: 'Instance admin' }).click()
  await expect(heading(stranger, 'Instance administration')).toBeVisible()

  await ada.page.goto(ada.list)
  await ada.page.getByRole('button', { name: /^Account of/ }).click()
  await expect(ada.page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expect(ada.page.getByRole('menuitem', { name: 'Instance admin' })).toBeHidden()
  const refused = await ada.context.request.get(instanceAdminsApi.list.url)
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toEqual({
    detail: 'You do not have permission to perform this action.',
  })
})

// @cap:instance-admin.general
test('an administrator renames the instance; the rest of its identity is only shown', async ({
  admin: page,
}) => {
  await page.goto('/god-mode/general/')
  await expect(page).toHaveTitle('General - Instance administration')
  await expect(page.getByLabel('Email')).toHaveValue(robin.email)
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly')
  await expect(page.getByLabel('Instance ID')).toHaveValue(/^[0-9a-f]{24}$/)
  await expect(page.getByLabel('Instance ID')).toHaveAttribute('readonly')

  const name = page.getByLabel('Instance name')
  await name.fill('')
  await name.blur()
  await expect(page.getByText('Enter a value for Instance name.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await name.fill('Meridian North')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Instance settings saved')).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Meridian North')
})

test('somebody who forgot their password gets a link to a new one', async ({
  admin: page,
  ada,
}) => {
  await page.goto('/god-mode/users/')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(ada.email)
  const menu = page.getByRole('button', { name: /^Actions for/ })
  await expect(menu).toHaveCount(1)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  const shown = page.getByRole('dialog', { name: 'Password reset link' })
  await expect(shown).toContainText(ada.email)
  await expectAccessible(page)
  const link = await shown.getByRole('textbox', { name: 'Link' }).inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()

  await ada.context.clearCookies()
  await ada.page.goto(link)
  await expect(heading(ada.page, 'Set new password')).toBeVisible()
})

test('an account is deactivated and reactivated', async ({ admin: page, ada }) => {
  await page.goto('/god-mode/users/')
  await page.getByRole('searchbox', { name: 'Search users' }).fill(ada.email)
  const menu = page.getByRole('button', { name: /^Actions for/ })
  await expect(menu).toHaveCount(1)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(ada.email)
  await expectAccessible(page)
  const deactivated = page.waitForResponse('**/deactivate/')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Deactivated')).toBeVisible()
  await deactivated

  await ada.page.goto(ada.list)
  await expect(heading(ada.page, 'Log in or sign up')).toBeVisible()
  const refused = await postForm(ada.context.request, authApi.signIn.url, {
    email: ada.email,
    password,
  })
  expect(refused.headers().location).toContain('error_code=5019')

  await menu.click()
  const reactivated = page.waitForResponse('**/reactivate/')
  await page.getByRole('menuitem', { name: 'Reactivate' }).click()
  await expect(page.getByText('Deactivated')).toBeHidden()
  await reactivated
  await page.reload()
  await page.getByRole('searchbox', { name: 'Search users' }).fill(ada.email)
  await expect(menu).toHaveCount(1)
  await postForm(ada.context.request, authApi.signIn.url, { email: ada.email, password })
  await ada.page.goto(ada.list)
  await expect(heading(ada.page, 'Log in or sign up')).toBeHidden()

  // An instance admin must be removed as admin first.
  await page.getByRole('searchbox').fill(robin.email)
  await expect(page.getByText('Administrator', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Logged in /)).toBeVisible()
  await expect(page.getByText('Never logged in')).toHaveCount(0)
  await expect(menu).toHaveCount(0)
})

// @cap:instance-admin.manage-admins
test('an administrator adds another and removes them; the last one stays', async ({
  admin: page,
  ada,
}) => {
  await page.goto('/god-mode/admins/')
  await expect(
    page.getByRole('button', { name: 'An instance needs at least one administrator.' }),
  ).toBeDisabled()
  const field = page.getByLabel('Email of the new administrator')
  const add = page.getByRole('button', { name: 'Add administrator' })
  await field.fill('nobody')
  await add.click()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await field.fill('nobody@cairn.test')
  await add.click()
  await expect(page.getByText(/There's no active account with this address/)).toBeVisible()
  await field.fill(robin.email)
  await add.click()
  await expect(page.getByText('This person is already an administrator.')).toBeVisible()
  await field.fill(ada.email)
  await add.click()
  await expect(page.getByText(ada.email)).toBeVisible()

  await ada.page.goto('/god-mode/')
  await signIn(ada.page, ada.email, password)
  await expect(heading(ada.page, 'General')).toBeVisible()

  await page
    .getByRole('button', { name: /^Remove/ })
    .last()
    .click()
  const question = page.getByRole('alertdialog')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText(ada.email)).toBeHidden()
  await expect(
    page.getByRole('button', { name: 'An instance needs at least one administrator.' }),
  ).toBeDisabled()

  await ada.page.getByRole('link', { name: 'Users' }).click()
  await expect(heading(ada.page, 'Instance administration')).toBeVisible()
})

/** Fills in the form and saves it. */
async function saveSmtp(page: Page, { port, user = '' }: { port: number; user?: string }) {
  await page.goto('/god-mode/email/')
  await page.getByLabel('Host').fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(port))
  await page.getByLabel('Sender address').fill('Cairn <cairn@meridian.test>')
  await page.getByRole('combobox', { name: 'Encryption' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await page.getByLabel('Username').fill(user)
  await page.getByRole('textbox', { name: /^Password/ }).fill(user && 'open sesame')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Email settings saved')).toBeVisible()
}

async function sendTest(page: Page) {
  await page.getByRole('button', { name: 'Send test email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send test email' })
  await dialog.getByLabel('Recipient').fill('ada@meridian.test')
  await dialog.getByRole('button', { name: 'Send email' }).click()
  return dialog
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

// @cap:instance-admin.smtp
test('mail settings are checked and saved, and a test mail shows what the server said', async ({
  admin: page,
}) => {
  await page.goto('/god-mode/email/')
  await page.getByLabel('Port').fill('70000')
  await page.getByLabel('Sender address').fill('cairn')
  await page.getByLabel('Host').focus()
  await expect(page.getByText('Enter a number from 1 to 65535.')).toBeVisible()
  await expect(page.getByText(/Enter an email address, alone or/)).toBeVisible()
  await page.getByLabel('Username').focus()
  await expect(page.getByText('Enter a value for Host.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await page.getByLabel('Port').fill('587')
  await page.getByLabel('Sender address').fill('')

  await using server = await startSmtpServer({
    onAuth: ({ username }, _session, done) =>
      username === 'cairn' ? done(null, { user: username }) : done(refusal(535, 'Go away')),
  })
  await saveSmtp(page, { port: server.settings.port, user: 'cairn' })
  const dialog = await sendTest(page)
  await expect(dialog.getByText(/^Email sent to ada@meridian.test/)).toBeVisible()
  const conversation = dialog.getByRole('region', { name: 'Server log' })
  await expect(conversation).toContainText('C: MAIL FROM:<cairn@meridian.test>')
  await expect(conversation).toContainText('S: 250')
  await expect(conversation).not.toContainText('open sesame')
  await expectAccessible(page)
  expect(server.arrived).toMatchObject([{ to: ['ada@meridian.test'] }])
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  // The test uses the saved settings, not the typed ones.
  await page.getByLabel('Username').fill('stranger')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect(dialog).toContainText('The test uses the saved settings.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Email settings saved').last()).toBeVisible()
  await sendTest(page)
  await expect(dialog.getByRole('alert')).toHaveText(
    "The mail server doesn't accept the user name or password.",
  )
  await expect(conversation).toContainText('S: 535 Go away')
})

// @cap:instance-admin.smtp
test('a test mail that cannot be sent says exactly why', async ({ admin: page }) => {
  await using picky = await startSmtpServer({
    onMailFrom: (_address, _session, done) => done(refusal(550, 'Not from you')),
  })
  await using silent = await startTcpServer(() => undefined)
  for (const [port, reason] of [
    [await closedPort(), "Can't connect to the mail server. Check host and port."],
    [picky.settings.port, "The mail server doesn't accept the sender address."],
    [silent.settings.port, "The mail server didn't answer in time. Check host, port and security."],
  ] as const) {
    await saveSmtp(page, { port })
    const dialog = await sendTest(page)
    // The server waits ten seconds for an SMTP server without a greeting.
    await expect(dialog.getByRole('alert')).toHaveText(reason)
  }
})

test('without a mail server the mails are kept, to be read here', async ({ admin: page, ada }) => {
  const guest = `guest-${crypto.randomUUID().slice(0, 8)}@cairn.test`
  await call(ada.context.request, invitationsApi.create, {
    params: { slug: ada.slug },
    body: { emails: [{ email: guest, role: MEMBER }] },
  })
  await page.goto('/god-mode/mails/')
  await expect(page.getByText(/No mail server is set up/)).toBeVisible()
  await expect(page.getByRole('button', { name: guest })).toContainText(/Stored.*\d:\d\d/)
  await page.getByRole('button', { name: guest }).click()
  const mail = page.getByRole('dialog')
  await expect(mail).toContainText(`To ${guest}`)
  const link = mail.getByRole('link', { name: /workspace-invitations/ })
  const address = (await link.getAttribute('href')) ?? ''
  await expectAccessible(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await mail.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
})

// @cap:instance-admin.auth-modes
test('every way to sign in is switched with immediate effect, and the last one stays', async ({
  admin: page,
  stranger,
  house,
}) => {
  test.slow()
  await using smtp = await startSmtpServer()
  const passwords = page.getByRole('switch', { name: 'Passwords' })
  const codes = page.getByRole('switch', { name: 'Login codes' })
  // Present twice: once visible, once for screen readers.
  const lastOne = page.getByText('At least one way to log in has to stay on.').first()
  await page.goto('/god-mode/authentication/')
  await expect(codes).toBeDisabled()
  await expect(passwords).toBeChecked()
  await passwords.click()
  await expect(lastOne).toBeVisible()
  await expect(passwords).toBeChecked()

  await stranger.goto('/')
  await expect(stranger.getByRole('link', { name: 'Create an account' })).toBeVisible()
  await turn(page, /Let anyone sign up/, false)
  await expect(page.getByText('Settings saved')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByLabel('Email')).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'Create an account' })).toBeHidden()
  await turn(page, /Let anyone sign up/, true)

  const keys = providers.flatMap((provider) =>
    providerSettings[provider].needs.map((key) => [key, 'https://id.meridian.test']),
  )
  await call(house.request, instanceSettingsApi.change, {
    body: {
      ...Object.fromEntries(keys),
      EMAIL_HOST: smtp.settings.host,
      EMAIL_PORT: String(smtp.settings.port),
      EMAIL_FROM: smtp.settings.from,
      EMAIL_USE_TLS: '0',
    },
  })
  await page.reload()
  for (const [name, words] of [
    ['Google', 'Continue with Google'],
    ['GitHub', 'Continue with GitHub'],
    ['GitLab', 'Continue with GitLab'],
    ['OpenID Connect', 'Continue with SSO'],
  ] as const) {
    const link = stranger.getByRole('link', { name: words })
    await turn(page, name, true)
    await stranger.reload()
    await expect(link).toBeVisible()
    await turn(page, name, false)
    await stranger.reload()
    await expect(stranger.getByLabel('Email')).toBeVisible()
    await expect(link).toBeHidden()
  }

  const goOn = async () => {
    await stranger.goto('/')
    await stranger.getByLabel('Email').fill(robin.email)
    await stranger.getByRole('button', { name: 'Continue' }).click()
  }
  const passwordField = stranger.getByRole('textbox', { name: /^Password/ })
  await goOn()
  await expect(passwordField).toBeVisible()
  await turn(page, 'Login codes', true)
  await turn(page, 'Passwords', false)
  await goOn()
  await expect(stranger.getByLabel('Login code')).toBeVisible()
  await expect(passwordField).toBeHidden()
  await codes.click()
  await expect(lastOne).toBeVisible()
  await expect(codes).toBeChecked()
  await turn(page, 'Passwords', true)
  await turn(page, 'Login codes', false)
  await goOn()
  await expect(passwordField).toBeVisible()
})

// @cap:instance-admin.oauth-provider
test('a provider is given its keys, shows what to paste there, and guards what is not saved', async ({
  admin: page,
  house,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/god-mode/authentication/')
  await page.getByRole('link', { name: 'Configure GitHub' }).click()
  await expect(heading(page, 'GitHub')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Log in with GitHub' })).toBeDisabled()
  await page.getByRole('button', { name: 'Copy Callback URL' }).click()
  await expect(page.getByText('Callback URL copied')).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `${house.baseURL}/auth/github/callback/`,
  )

  await page.getByLabel('Client ID').fill('cairn-at-github')
  await page.getByRole('link', { name: 'Go back' }).click()
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Client ID')).toHaveValue('cairn-at-github')
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Client secret' }).fill('a secret of theirs')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/GitHub login saved/)).toBeVisible()
  await turn(page, 'Log in with GitHub', true)
  await expect(page.getByText('GitHub login turned on')).toBeVisible()

  await page.getByLabel('Organization ID').fill('meridian')
  await page.getByRole('link', { name: 'Go back' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(heading(page, 'Authentication')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'GitHub' })).toBeChecked()
  await page.getByRole('link', { name: 'Edit GitHub' }).click()
  await expect(page.getByLabel('Organization ID')).toHaveValue('')
  const secret = page.getByRole('textbox', { name: 'Client secret' })
  await expect(secret).toHaveValue('')
  await expect(page.getByText('Set. Enter a new one to replace it.')).toBeVisible()
  await page.getByLabel('Organization ID').fill('meridian')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await saved
  await page.reload()
  await expect(page.getByLabel('Organization ID')).toHaveValue('meridian')
  await expect(page.getByRole('switch', { name: 'Log in with GitHub' })).toBeChecked()
})

test('the keys of the model and of the image library are saved, and the file limit is shown', async ({
  admin: page,
}) => {
  await page.goto('/god-mode/ai/')
  await page.getByRole('textbox', { name: 'API key' }).fill('a key')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('AI settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('')
  await page.getByRole('button', { name: 'Remove API key' }).click()
  await expect(page.getByText('Will be removed when you save.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Set. Enter a new one to replace it.')).toBeHidden()

  await page.goto('/god-mode/image/')
  await expect(page.getByText(/^\d+ MB$/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Access key' }).fill('another key')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Image settings saved')).toBeVisible()
})

const pages = [
  ['general', 'General'],
  ['workspace', 'Workspaces'],
  ['workspace/create', 'Create workspace'],
  ['users', 'Users'],
  ['admins', 'Administrators'],
  ['email', 'Email'],
  ['mails', 'Unsent email'],
  ['authentication', 'Authentication'],
  ['authentication/gitlab', 'GitLab'],
  ['ai', 'AI'],
  ['image', 'Images'],
  ['backups', 'Backups'],
] as const

const coloured = new Set(['users', 'authentication', 'email'])

// @cap:work-items.ai-assist
test('with a key for the model descriptions offer its help; without one there is none', async ({
  admin,
  ada,
}) => {
  const { page } = ada
  const form = dialogOf(page)
  await page.goto(ada.list)
  await page.getByRole('button', { name: 'New work item' }).first().click()
  await expect(form.getByRole('textbox', { name: 'Description' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Ask AI' })).toHaveCount(0)

  await call(admin.request, instanceSettingsApi.change, { body: { LLM_API_KEY: 'sk-1' } })
  await page.reload()
  await page.getByRole('button', { name: 'New work item' }).first().click()
  const description = form.getByRole('textbox', { name: 'Description' })
  await form.getByRole('button', { name: 'Write from title' }).click()
  const hint = page.getByText('Write a longer title first')
  await expect(hint.first()).toBeVisible()
  await form.getByLabel('Title').fill('Zooming out loses the trail markers')
  await form.getByRole('button', { name: 'Write from title' }).click()
  await expect(description.getByRole('heading', { name: 'As asked' })).toBeVisible()
  await expect(description).toContainText('Zooming out loses the trail markers')

  await form.getByRole('button', { name: 'Ask AI' }).click()
  const popover = page.getByRole('dialog', { name: 'Ask AI' })
  await popover.getByLabel('What should the text say?').fill('Make it shorter')
  await popover.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(popover.getByRole('region', { name: 'Answer' })).toContainText('As asked')
  await expectAccessible(page)
  await popover.getByRole('button', { name: 'Replace text' }).click()
  await expect(popover).toBeHidden()
  await form.getByRole('button', { name: 'Create work item', exact: true }).click()
  await expect(form).toBeHidden()
  // Its number comes from the server.
  await expect(page.getByRole('group', { name: /^TRAIL-1 / })).toBeVisible()
  await page.goto(`/${ada.slug}/browse/TRAIL-1/`)
  await expect(page.getByRole('heading', { name: 'As asked' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Ask AI' })).toBeVisible()
})

// @cap:mobile.no-overflow
test('every page of the area is accessible in every theme and fits a phone', async ({
  admin: page,
}) => {
  test.slow()
  for (const [path, name] of pages) {
    await page.goto(`/god-mode/${path}/`)
    await expect(heading(page, name)).toBeVisible()
    await (coloured.has(path) ? expectAccessibleInThemes(page) : expectAccessible(page))
    await page.setViewportSize({ width: 360, height: 740 })
    const isTooWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth')
    await expect.poll(isTooWide, path).toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  // The sidebar stays collapsed to icons.
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await page.reload()
  await page.getByRole('link', { name: 'Email', exact: true }).click()
  await expect(heading(page, 'Email')).toBeVisible()
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect(page.getByText('Back to Cairn')).toBeVisible()
  await page.getByRole('button', { name: 'Account of Robin Vale' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  // On a phone the list of pages is a drawer.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog')
  await expectAccessible(page)
  await drawer.getByRole('link', { name: 'Users' }).click()
  await expect(drawer).toBeHidden()
  await expect(heading(page, 'Users')).toBeVisible()
})

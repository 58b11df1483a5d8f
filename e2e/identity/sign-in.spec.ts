import { readFileSync } from 'node:fs'
import {
  accountApi,
  authApi,
  authErrors,
  invitationsApi,
  livePath,
  workspacesApi,
} from '@cairn/contract'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import {
  addWorkspace,
  call,
  code,
  expect,
  forgetSession,
  fresh,
  link,
  notices,
  password,
  postForm,
  settle,
  signIn,
  signUp,
  test,
  typeEmail,
} from '../kit/with-mail.ts'

test.use({ localCache: true })

const other = 'nine larches beside the path'

// @cap:auth.email-check-picks-step
test('an address decides what is asked next, on either page', async ({
  stranger: page,
  browser,
  comeByCode,
}) => {
  const known = fresh()
  const elsewhere = await browser.newContext()
  await signUp(elsewhere.request, known)
  await elsewhere.clearCookies()
  const byCode = await comeByCode(await elsewhere.newPage())

  for (const start of ['/', '/sign-up']) {
    await page.goto(start)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await typeEmail(page, 'nobody@cairn')
    await page.getByLabel('Email', { exact: true }).blur()
    await expect(page.getByText('Enter a valid email address.')).toBeVisible()
    expect(asked).not.toContain(authApi.emailCheck.url)

    await typeEmail(page, known)
    await expect(page.getByRole('textbox', { name: /^Password/ })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear email' }).click()

    await typeEmail(page, byCode)
    await expect(page.getByLabel('Login code')).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear email' }).click()

    await typeEmail(page, fresh())
    await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible()
    await expect(page.getByLabel('Login code')).toBeFocused()
  }
  await elsewhere.close()
})

// @cap:auth.password-sign-in
test('a password lets in, a wrong one and an unknown address say so', async ({
  stranger: page,
  browser,
}) => {
  const email = fresh()
  const elsewhere = await browser.newContext()
  await signUp(elsewhere.request, email)
  await settle(elsewhere.request)
  await page.goto('/')
  await signIn(page, email, 'wrong')
  await expect(page.getByRole('alert')).toContainText("That password isn't right.")
  await page.getByRole('textbox', { name: /^Password/ }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/create-workspace/')

  const unknown = fresh()
  const form = { email: unknown, password }
  const refused = await postForm(elsewhere.request, authApi.signIn.url, form)
  await forgetSession(page)
  await page.goto(refused.headers().location ?? '')
  await expect(page.getByRole('alert')).toContainText("There's no account with this address.")
  await page.getByRole('alert').getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(unknown)
  await elsewhere.close()
})

// @cap:auth.sign-up-taken-email
test('signing up with a taken address leads to sign-in, and the password stays', async ({
  stranger: page,
  browser,
}) => {
  const email = fresh()
  const elsewhere = await browser.newContext()
  await signUp(elsewhere.request, email)
  const refused = await postForm(elsewhere.request, authApi.signUp.url, { email, password: other })
  await page.goto(refused.headers().location ?? '')
  await expect(page.getByRole('alert')).toContainText('You already have an account.')
  await page.getByRole('alert').getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await signIn(page, email)
  await page.waitForURL('**/onboarding/')
  await elsewhere.close()
})

// @cap:auth.magic-code-sign-in
test('a mailed code signs up and signs in; a wrong one is told', async ({
  stranger: page,
  mailTo,
}) => {
  const email = fresh()
  await page.goto('/')
  await typeEmail(page, email)
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Login code').fill('aaaa-bbbb-cccc')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    "That code isn't right. Check your email and try again.",
  )
  await page.getByLabel('Login code').fill(` ${await mailTo(email, code)} `)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/onboarding/')

  await forgetSession(page)
  await page.goto('/')
  await typeEmail(page, email)
  await expect(page.getByLabel('Login code')).toBeFocused()
  await page.getByLabel('Login code').fill(await mailTo(email, code, 2))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/onboarding/')
})

test('somebody with a password may ask for a code instead', async ({
  stranger: page,
  browser,
  mailTo,
}) => {
  const email = fresh()
  const elsewhere = await browser.newContext()
  await signUp(elsewhere.request, email)
  await elsewhere.close()
  await page.goto('/')
  await typeEmail(page, email)
  await page.getByRole('button', { name: 'Log in with a code' }).click()
  await page.getByLabel('Login code').fill(await mailTo(email, code))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/onboarding/')
})

// @cap:auth.magic-code-resend-limit
test('a new code can be asked for every five seconds, and four times in all', async ({
  stranger: page,
}) => {
  await page.clock.install()
  await page.goto('/')
  await typeEmail(page, fresh())
  for (let codes = 1; codes < 4; codes += 1) {
    await expect(page.getByText(/^Resend in \d seconds?$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resend' })).toBeHidden()
    await page.clock.runFor(5_000)
    await page.getByRole('button', { name: 'Resend' }).click()
  }
  await page.clock.runFor(5_000)
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByRole('alert')).toContainText('This code has expired. Request a new one.')
})

// @cap:auth.set-first-password
test('whoever came by code sets a password once', async ({
  stranger: page,
  comeByCode,
  mailTo,
}) => {
  const email = await comeByCode(page)
  const { request } = page.context()
  await settle(request)
  const { slug } = await addWorkspace(request, 'Acme')
  await forgetSession(page)
  await page.goto('/')
  await typeEmail(page, email)
  await page.getByLabel('Login code').fill(await mailTo(email, code, 2))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/accounts\/set-password\/?$/)
  await expect(page.getByRole('heading', { name: 'Secure your account' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  const late = await page.context().newPage()
  // Otherwise it is notified that its session has ended, and redirected.
  await late.routeWebSocket(new RegExp(livePath), () => undefined)
  await late.goto('/accounts/set-password/')

  await page.getByLabel(/^Password/).fill('password1')
  await expect(page.getByText('Too easy to guess.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  for (const each of [page, late]) {
    await each.getByLabel(/^Password/).fill(password)
    await each.getByLabel('Confirm password').fill(password)
    await each.getByRole('button', { name: 'Continue' }).click()
    if (each === page) await page.waitForURL(`**/${slug}/`)
  }
  await expect(notices(late).getByText('You already have a password.')).toBeVisible()
  expect(await call(request, accountApi.me, {})).toMatchObject({ is_password_autoset: false })
  await page.goto('/accounts/set-password/')
  await page.waitForURL(`**/${slug}/`)
})

// @cap:auth.forgot-and-reset-password
test('a mailed link lets choose a new password, and only that one opens', async ({
  stranger: page,
  browser,
  mailTo,
  settings,
}) => {
  const email = fresh()
  const elsewhere = await browser.newContext()
  await signUp(elsewhere.request, email)
  await elsewhere.close()
  await page.goto('/')
  await typeEmail(page, email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('We sent a reset link to your email address')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Resend in \d+ seconds$/ })).toBeDisabled()

  const mailed = await mailTo(email, link)
  await page.goto(mailed)
  await expect(page.getByRole('heading', { name: 'Set new password' })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/^Password/).fill('password1')
  await expect(page.getByText('Too easy to guess.')).toBeVisible()
  await page.getByLabel(/^Password/).fill(other)
  await page.getByLabel('Confirm password').fill(`${other}!`)
  await expect(page.getByText("The passwords don't match.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set password' })).toBeDisabled()
  await page.getByLabel('Confirm password').fill(other)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(notices(page).getByText('Password changed')).toBeVisible()
  await signIn(page, email)
  await expect(page.getByRole('alert')).toContainText("That password isn't right.")
  await page.getByRole('textbox', { name: /^Password/ }).fill(other)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/onboarding/')

  await forgetSession(page)
  await settings({ EMAIL_HOST: '' })
  await page.goto('/accounts/forgot-password/')
  await expect(page.getByText(/This instance can't send email/)).toBeVisible()
  await page.goto('/')
  await typeEmail(page, email)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(page.getByText(/This instance can't send email/)).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
})

// @cap:auth.reset-link-limits
test('a used and a tampered reset link say what is wrong and offer a new one', async ({
  stranger: page,
  browser,
  mailTo,
}) => {
  const email = fresh()
  const elsewhere = await browser.newContext()
  await signUp(elsewhere.request, email)
  await call(elsewhere.request, authApi.csrfToken, {})
  await elsewhere.clearCookies()
  await call(elsewhere.request, authApi.forgotPassword, { body: { email } })
  await elsewhere.close()
  const mailed = new URL(await mailTo(email, link))
  const tampered = new URL(mailed)
  tampered.searchParams.set('token', 'x'.repeat(64))
  const broken = new URL(mailed)
  broken.searchParams.set('uidb64', '_____w')

  for (const [address, sentence] of [
    [tampered, "This reset link doesn't work."],
    [broken, 'This reset link has expired. Get a new one.'],
    [mailed, undefined],
    [mailed, "This reset link doesn't work."],
  ] as const) {
    await page.goto(address.href)
    await page.getByLabel(/^Password/).fill(other)
    await page.getByLabel('Confirm password').fill(other)
    await page.getByRole('button', { name: 'Set password' }).click()
    if (sentence) await expect(page.getByRole('alert')).toContainText(sentence)
    else await expect(notices(page).getByText('Password changed')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Get a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
})

// @cap:auth.sign-up-closed
test('with sign-up closed only the invited come in', async ({ stranger: page, settings, ada }) => {
  const invited = fresh()
  await call(ada.context.request, invitationsApi.create, {
    params: { slug: ada.slug },
    body: { emails: [{ email: invited, role: 15 }] },
  })
  await settings({
    ...{ ENABLE_SIGNUP: '0', ENABLE_MAGIC_LINK_LOGIN: '0', HIDE_ACCOUNT_EXISTENCE: '0' },
  })
  await page.goto('/')
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeHidden()
  for (const email of [fresh(), invited]) {
    await typeEmail(page, email)
    await page.getByLabel('Set a password').fill(password)
    await page.getByLabel('Confirm password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    if (email === invited) break
    await expect(page.getByRole('alert')).toContainText(
      'Sign-up is turned off. Ask your administrator for an invitation.',
    )
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  }
  await page.waitForURL('**/onboarding/')
})

test('with sign-up closed strangers cannot learn which addresses have an account; invited people can sign up', async ({
  stranger: page,
  settings,
  ada,
}) => {
  const invited = fresh()
  await call(ada.context.request, invitationsApi.create, {
    params: { slug: ada.slug },
    body: { emails: [{ email: invited, role: 15 }] },
  })
  await settings({ ENABLE_SIGNUP: '0', ENABLE_MAGIC_LINK_LOGIN: '0' })
  for (const email of [fresh(), ada.email]) {
    await page.goto('/')
    await typeEmail(page, email)
    await page.getByRole('textbox', { name: /^Password/ }).fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText("That password isn't right.")
  }
  await page.goto('/')
  await typeEmail(page, invited)
  await page.getByLabel('Set a password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/onboarding/')
})

test('with accounts hidden and sign-up open a new person signs up by a mailed code', async ({
  stranger: page,
  settings,
  mailTo,
  ada,
}) => {
  await settings({ HIDE_ACCOUNT_EXISTENCE: '1' })
  await page.goto('/sign-up/')
  await typeEmail(page, ada.email)
  await page.getByLabel('Login code').fill(await mailTo(ada.email, code))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('already')
  const email = fresh()
  await page.goto('/sign-up/')
  await typeEmail(page, email)
  await page.getByLabel('Login code').fill(await mailTo(email, code))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/onboarding/')
})

// @cap:auth.oauth-sign-in
test('providers have buttons only where they are on, and one without keys leads back', async ({
  stranger: page,
  settings,
}) => {
  await page.goto('/')
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Continue with/ })).toHaveCount(0)
  await settings({ IS_GOOGLE_ENABLED: '1', IS_GITHUB_ENABLED: '1', IS_GITLAB_ENABLED: '1' })
  await page.goto('/?next_path=%2Facme%2F')
  await expect(page.getByRole('link', { name: 'Continue with GitLab' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue with GitHub' })).toHaveAttribute(
    'href',
    '/auth/github/?next_path=%2Facme%2F',
  )
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('alert')).toContainText(
    "Login with Google isn't set up. Ask your administrator.",
  )
})

// @cap:auth.sign-out
test('signing out leaves nothing behind; without a token one stays in', async ({ ada }) => {
  const { page } = ada
  await page.goto(`/${ada.slug}/`)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dark', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.route(`**${authApi.csrfToken.url}`, (route) => route.abort())
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(notices(page).getByText("You weren't logged out. Try again.")).toBeVisible()
  await page.unroute(`**${authApi.csrfToken.url}`)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Good / })).toBeVisible()

  const [posted] = await Promise.all([
    page.waitForRequest(`**${authApi.signOut.url}`),
    page
      .getByRole('button', { name: /^Account of/ })
      .click()
      .then(() => page.getByRole('menuitem', { name: 'Log out' }).click()),
  ])
  expect(posted.postData()).toMatch(/^csrfmiddlewaretoken=\w{64}$/)
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual([])
  await page.goto(`/${ada.slug}/`)
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible()
})

// @cap:auth.rate-limit
test('more than thirty tries in a minute are slowed down', async ({ stranger: page }) => {
  await page.goto('/')
  const { request } = page.context()
  const ask = () => request.post(authApi.emailCheck.url, { data: { email: fresh() } })
  for (const answer of await Promise.all(Array.from({ length: 30 }, ask))) {
    expect(answer.status()).toBe(200)
  }
  const refused = await ask()
  expect(refused.status()).toBe(429)
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0)
  await typeEmail(page, fresh())
  await expect(page.getByRole('alert')).toContainText(
    'Too many attempts. Wait a few minutes and try again.',
  )
})

// @cap:auth.landing-after-sign-in @cap:workspaces.redirect-rule
test('after signing in one lands where one belongs', async ({
  stranger: page,
  browser,
  comeByCode,
  ada,
}) => {
  const email = fresh()
  const elsewhere = await browser.newContext()
  const { request } = elsewhere
  await signUp(request, email)

  async function lands(where: string) {
    await forgetSession(page)
    await page.goto('/')
    await signIn(page, email)
    await page.waitForURL(`**${where}`)
    await page.goto('/')
    await page.waitForURL(`**${where}`)
  }

  await lands('/onboarding/')
  await settle(request)
  await lands('/create-workspace/')
  const oldest = await addWorkspace(request, 'Oldest')
  const middle = await addWorkspace(request, 'Middle')
  await addWorkspace(request, 'Newest')
  await call(request, accountApi.changeProfile, { body: { last_workspace_id: middle.id } })
  await lands(`/${middle.slug}/`)
  await call(request, workspacesApi.remove, { params: { slug: middle.slug } })
  await lands(`/${oldest.slug}/`)
  await elsewhere.clearCookies()

  const proved = await comeByCode(await elsewhere.newPage())
  await settle(request)
  await call(ada.context.request, invitationsApi.create, {
    params: { slug: ada.slug },
    body: { emails: [{ email: proved }] },
  })
  const { csrf_token: token } = await call(request, authApi.csrfToken, {})
  await request.post(authApi.setPassword.url, {
    data: { password },
    headers: { 'x-csrftoken': token },
  })
  await forgetSession(page)
  await page.goto('/')
  await signIn(page, proved)
  await page.waitForURL('**/invitations/')
  await page.goto('/')
  await page.waitForURL('**/invitations/')
  await elsewhere.close()
})

const words = JSON.parse(
  readFileSync(new URL('../../apps/web/src/locales/en/auth.json', import.meta.url), 'utf8'),
) as { auth: { error: Record<string, string> } }
const codes = Object.values(authErrors)
const parts = 4

for (let part = 0; part < parts; part += 1) {
  // @cap:auth.error-code-banner
  test(`every error code has its sentence on its step (${part + 1} of ${parts})`, async ({
    stranger: page,
  }) => {
    const email = fresh()
    const search = (error_code: number) =>
      new URLSearchParams({ error_code: `${error_code}`, email })
    for (const each of codes.filter((_, index) => index % parts === part)) {
      await page.goto(`/sign-in?${search(each)}`)
      const banner = page.getByRole('alert')
      const sentence = words.auth.error[each]?.replace(/<\/?link>/g, '') ?? 'no sentence'
      await expect(banner).toHaveText(sentence)
      const field = page.getByLabel('Email', { exact: true })
      await expect(field.or(page.getByText(email))).toBeVisible()
      if (await field.isVisible()) await expect(field).toHaveValue(email)
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await expect(banner).toBeHidden()
    }
  })
}

test('an error leads back to the step it came from', async ({ stranger: page }) => {
  for (const [error_code, heading, field] of [
    ['5035', 'Sign up', 'Set a password'],
    ['5065', 'Log in or sign up', 'Password'],
    ['5092', 'Sign up', 'Login code'],
    ['5097', 'Sign up', 'Login code'],
    ['5102', 'Sign up', 'Login code'],
    ['5090', 'Log in or sign up', 'Login code'],
    ['5095', 'Log in or sign up', 'Login code'],
    ['5100', 'Log in or sign up', 'Login code'],
  ] as const) {
    await page.goto(`/sign-in?${new URLSearchParams({ error_code, email: 'ada@cairn.test' })}`)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect(page.getByRole('textbox', { name: field }).first()).toBeVisible()
  }
})

test('the account screens are accessible on a phone in every theme, and keep the one that was chosen', async ({
  stranger: page,
  settings,
}) => {
  await settings({ IS_GOOGLE_ENABLED: '1', IS_GITHUB_ENABLED: '1' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(`localStorage.setItem('cairn.theme', 'dark-contrast')`)
  for (const address of [
    '/',
    '/sign-up',
    '/?error_code=5090&email=ada%40cairn.test',
    '/?error_code=5065&email=ada%40cairn.test',
    '/sign-up?error_code=5020&email=ada%40cairn.test',
    '/accounts/forgot-password/',
    '/accounts/reset-password/?uidb64=a&token=b&email=ada%40cairn.test',
    '/workspace-invitations/?slug=a&invitation_id=b&token=c',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark-contrast')
    await expectAccessibleInThemes(page)
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  }
})

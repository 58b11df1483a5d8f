import {
  type AccountEvent,
  accountApi as api,
  applyProfileEvent,
  applyUserEvent,
  type LiveEvent,
  MEMBER,
  workspacesApi,
} from '@cairn/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#test/server.ts'

const { app, database, person, projectOf, workspaceOf, stranger } = await testServer()
const { db } = database

describe('one’s own account', () => {
  it('is changed field by field, and nothing else of it', async () => {
    const ada = await person('ada')
    const before = await ada.call(api.me)
    const body = {
      first_name: 'Ada',
      last_name: 'Byron',
      display_name: 'ada b',
      user_timezone: 'Asia/Kolkata',
      avatar: 'https://pictures.test/ada.png',
      cover_image: 'https://pictures.test/hills.jpg',
    }
    const stranger = { id: crypto.randomUUID(), email: 'eve@cairn.test', is_active: false }
    const changed = await ada.call(api.change, { body: { ...body, ...stranger } })
    expect(changed).toEqual({
      ...before,
      ...body,
      avatar_url: body.avatar,
      cover_image_url: body.cover_image,
    })
    expect(await ada.call(api.me)).toEqual(changed)
    const cleared = await ada.call(api.change, { body: { avatar: '', cover_image: null } })
    expect(cleared).toMatchObject({ avatar: '', avatar_url: null, cover_image_url: null })
  })

  it('is called by its names, or by no name, when the display name is emptied', async () => {
    const ada = await person('ada')
    const rename = (body: object) => ada.call(api.change, { body })
    expect(await rename({ display_name: ' ', last_name: 'Byron' })).toMatchObject({
      display_name: 'ada Byron',
    })
    const unnamed = await rename({ display_name: '', first_name: '', last_name: '' })
    expect(unnamed.display_name).toMatch(/^user-[a-z0-9]{6}$/)
  })

  it.each([
    [{ first_name: 'see www.x.test' }, { first_name: ['First name cannot contain a URL.'] }],
    [{ last_name: 'http://x' }, { last_name: ['Last name cannot contain a URL.'] }],
    [{ user_timezone: 'Mars/Base' }, { user_timezone: ['"Mars/Base" is not a valid choice.'] }],
    [{ user_timezone: '+01:00' }, { user_timezone: ['"+01:00" is not a valid choice.'] }],
    [{ avatar: 'javascript:alert(1)' }, { avatar: ['Enter a valid URL.'] }],
    [{ cover_image: 'data:text/html,x' }, { cover_image: ['Enter a valid URL.'] }],
    [{ first_name: null }, { first_name: ['This field may not be null.'] }],
    [
      { display_name: 'x'.repeat(256) },
      { display_name: ['Ensure this field has no more than 255 characters.'] },
    ],
  ])('refuses %o and changes nothing', async (wrong, answer) => {
    const ada = await person('ada')
    const before = await ada.call(api.me)
    const body = { last_name: 'Byron', ...wrong } as object
    expect(await ada.attempt(api.change, { body })).toEqual({ status: 400, body: answer })
    expect(await ada.call(api.me)).toEqual(before)
  })
})

describe('other browsers', () => {
  const isOfAccount = (event: LiveEvent): event is AccountEvent =>
    event.type === 'account.saved' || event.type === 'profile.saved'

  it('of the person hear enough to keep the account and the profile right', async () => {
    const { ada } = await workspaceOf('ada')
    const rename = () => ada.call(api.change, { body: { display_name: 'Countess' } })
    const repaint = () => ada.call(api.changeProfile, { body: { theme: { theme: 'dark' } } })
    const tour = () => ada.call(api.finishTour, { body: { is_tour_completed: true } })
    for (const change of [rename, repaint, tour]) {
      const [user, profile] = [await ada.call(api.me), await ada.call(api.profile)]
      const events = (await ada.eventsOf(change)).filter(isOfAccount)
      expect(events).toHaveLength(1)
      expect(events.reduce(applyUserEvent, user)).toEqual(await ada.call(api.me))
      expect(events.reduce(applyProfileEvent, profile)).toEqual(await ada.call(api.profile))
    }
  })

  it('of others hear of a new name, and of nothing else', async () => {
    const { ada, bob } = await workspaceOf('ada', ['bob', MEMBER])
    const heardBy = async (change: () => Promise<unknown>) => {
      const events = await ada.eventsOf(change)
      const { rows } = await sql<{ type: string; to_users: string[] }>`
        select type, to_users from events order by id desc limit ${events.length}`.execute(db)
      return rows.filter(({ to_users }) => to_users.includes(bob.user_id)).map(({ type }) => type)
    }
    const rename = () => ada.call(api.change, { body: { display_name: 'Countess' } })
    expect(await heardBy(rename)).toEqual(['workspace_member.saved'])
    expect(
      (await bob.call(workspacesApi.members)).map(({ member }) => member.display_name),
    ).toEqual(['bob', 'Countess'])
    const repaint = () => ada.call(api.changeProfile, { body: { theme: { theme: 'dark' } } })
    expect(await heardBy(repaint)).toEqual([])
  })
})

describe('the profile', () => {
  it('starts with its defaults and keeps every field', async () => {
    const ada = await person('ada')
    const before = await ada.call(api.profile)
    const steps = { profile_complete: false, workspace_create: false, workspace_join: false }
    expect(before).toEqual({
      id: expect.any(String),
      user: ada.user_id,
      theme: {},
      is_tour_completed: false,
      onboarding_step: { ...steps, workspace_invite: false },
      use_case: null,
      role: null,
      is_onboarded: true,
      last_workspace_id: null,
      billing_address_country: '',
      billing_address: null,
      has_billing_address: false,
      company_name: '',
      has_marketing_email_consent: false,
      is_smooth_cursor_enabled: false,
      is_mobile_onboarded: false,
      mobile_onboarding_step: steps,
      mobile_timezone_auto_set: false,
      language: 'en',
      start_of_the_week: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const body = {
      theme: { theme: 'custom', primary: '#123456' },
      is_tour_completed: true,
      onboarding_step: { ...steps, workspace_invite: true, profile_complete: true },
      use_case: 'maps',
      role: 'Surveyor',
      last_workspace_id: crypto.randomUUID(),
      billing_address_country: 'IS',
      billing_address: { city: 'Vík' },
      has_billing_address: true,
      company_name: 'Meridian',
      has_marketing_email_consent: true,
      is_smooth_cursor_enabled: true,
      is_mobile_onboarded: true,
      mobile_onboarding_step: { ...steps, workspace_join: true },
      mobile_timezone_auto_set: true,
      language: 'fr',
      start_of_the_week: 6,
    }
    const changed = await ada.call(api.changeProfile, { body })
    expect(changed).toEqual({ ...before, ...body, updated_at: expect.any(String) })
    expect(await ada.call(api.profile)).toEqual(changed)
    const less = await ada.call(api.changeProfile, { body: { billing_address: null } })
    expect(less).toEqual({ ...changed, billing_address: null, updated_at: expect.any(String) })
  })

  it.each([
    [{ start_of_the_week: 7 }, { start_of_the_week: ['"7" is not a valid choice.'] }],
    [{ role: 'x'.repeat(301) }, { role: ['Ensure this field has no more than 300 characters.'] }],
    [{ is_onboarded: 'yes' }, { is_onboarded: ['Must be a valid boolean.'] }],
    [
      { theme: { text: 'x'.repeat(20_000) } },
      { theme: ['Ensure this field has no more than 20000 characters.'] },
    ],
  ])('refuses %o and changes nothing', async (wrong, answer) => {
    const ada = await person('ada')
    const before = await ada.call(api.profile)
    const body = { language: 'fr', ...wrong } as object
    expect(await ada.attempt(api.changeProfile, { body })).toEqual({ status: 400, body: answer })
    expect(await ada.call(api.profile)).toEqual(before)
  })

  // @cap:onboarding.flags-one-way
  it('keeps onboarding and tour finished, whichever call says otherwise', async () => {
    const ada = await person('ada')
    const done = { message: 'Updated successfully' }
    expect(await ada.call(api.finishTour, { body: {} })).toEqual(done)
    expect(await ada.call(api.profile)).toMatchObject({ is_tour_completed: false })
    expect(await ada.call(api.finishTour, { body: { is_tour_completed: true } })).toEqual(done)
    const back = { is_tour_completed: false, is_onboarded: false }
    await ada.call(api.finishTour, { body: back })
    await ada.call(api.finishOnboarding, { body: back })
    await ada.call(api.changeProfile, { body: back })
    const after = await ada.call(api.profile)
    expect(after).toMatchObject({ is_tour_completed: true, is_onboarded: true })
  })
})

describe('the settings', () => {
  it('name the last workspace while it is theirs, else the oldest, else none', async () => {
    const { ada } = await workspaceOf('ada')
    const { email } = await ada.call(api.me)
    const { rows } = await sql<{ id: string; slug: string }>`
      select id, slug from workspaces where slug = ${ada.place.slug}`.execute(db)
    const [{ id = '', slug = '' } = {}] = rows
    const nowhere = {
      last_workspace_id: null,
      last_workspace_slug: null,
      last_workspace_name: null,
      last_workspace_logo: null,
    }
    const read = () => ada.call(api.settings)
    const fallback = { fallback_workspace_id: id, fallback_workspace_slug: slug, invites: 0 }
    const settings = { id: ada.user_id, email, workspace: { ...nowhere, ...fallback } }
    expect(await read()).toEqual(settings)
    await ada.call(api.changeProfile, { body: { last_workspace_id: id } })
    expect((await read()).workspace).toEqual({
      ...fallback,
      last_workspace_id: id,
      last_workspace_slug: slug,
      last_workspace_name: 'Acme',
      last_workspace_logo: '',
    })
    await sql`update workspace_members set is_active = false where user_id = ${ada.user_id}`.execute(
      db,
    )
    const none = { fallback_workspace_id: null, fallback_workspace_slug: null, invites: 0 }
    expect((await read()).workspace).toEqual({ ...nowhere, ...none })
  })
})

describe('the number of invitations', () => {
  it('counts what waits for a proved address', async () => {
    const [{ ada }, bob] = [await workspaceOf('ada'), await person('bob')]
    const { email } = await bob.call(api.me)
    await sql`
      insert into workspace_invitations (workspace_id, email, token_hash, expires_at)
      select id, ${email}, 'x', now() + interval '1 day' from workspaces
      where slug = ${ada.place.slug}`.execute(db)
    const invites = async () => (await bob.call(api.settings)).workspace.invites
    expect(await invites()).toBe(0)
    await sql`update users set is_email_verified = true where id = ${bob.user_id}`.execute(db)
    expect(await invites()).toBe(1)
    await sql`update workspace_invitations set expires_at = now() where email = ${email}`.execute(
      db,
    )
    expect(await invites()).toBe(0)
  })
})

describe('the mail switches', () => {
  it('start with mentions and comments, and are turned one by one', async () => {
    const [ada, bob] = [await person('ada'), await person('bob')]
    const before = await ada.call(api.preferences)
    expect(before).toEqual({
      id: expect.any(String),
      user: ada.user_id,
      workspace: null,
      project: null,
      property_change: false,
      state_change: false,
      comment: true,
      mention: true,
      issue_completed: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      created_by: ada.user_id,
      updated_by: null,
      deleted_at: null,
    })
    const body = { comment: false, user: bob.user_id }
    const changed = await ada.call(api.changePreferences, { body })
    expect(changed).toEqual({ ...before, comment: false, updated_at: expect.any(String) })
    expect(await ada.call(api.preferences)).toEqual(changed)
    expect(await bob.call(api.preferences)).toMatchObject({ comment: true })
    const wrong = { mention: 'no' } as object
    expect(await ada.attempt(api.changePreferences, { body: wrong })).toEqual({
      status: 400,
      body: { mention: ['Must be a valid boolean.'] },
    })
    expect(await ada.call(api.preferences)).toEqual(changed)
  })
})

describe('connected accounts', () => {
  it('are listed without their tokens, and are nobody else’s', async () => {
    const [ada, eve] = [await person('ada'), await person('eve')]
    expect(await ada.call(api.accounts)).toEqual([])
    const { rows } = await sql<{ id: string }>`
      insert into connected_accounts (user_id, provider, provider_account_id, access_token)
      values (${ada.user_id}, 'github', ${ada.user_id}, 'secret') returning id`.execute(db)
    const params = { id: rows[0]?.id ?? '' }
    const listed = await ada.call(api.accounts)
    expect(listed).toEqual([
      {
        id: params.id,
        provider: 'github',
        provider_account_id: ada.user_id,
        user: ada.user_id,
        last_connected_at: expect.any(String),
        access_token_expired_at: null,
        refresh_token_expired_at: null,
        metadata: {},
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ])
    expect(await ada.call(api.account, { params })).toEqual(listed[0])
    const missing = { status: 404, body: { error: 'The required object does not exist.' } }
    expect(await eve.call(api.accounts)).toEqual([])
    expect(await eve.attempt(api.account, { params })).toEqual(missing)
    expect(await eve.attempt(api.disconnect, { params })).toEqual(missing)
    expect(await ada.attempt(api.disconnect, { params })).toEqual({ status: 204, body: null })
    expect(await ada.attempt(api.account, { params })).toEqual(missing)
  })
})

describe('project roles', () => {
  it('are one’s own active ones in that workspace', async () => {
    const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
    const elsewhere = await projectOf('eve')
    const project_id = ada.place.project_id ?? ''
    expect(await ada.call(api.projectRoles)).toEqual({ [project_id]: 20 })
    expect(await bob.call(api.projectRoles)).toEqual({ [project_id]: 15 })
    expect(await elsewhere.eve.at(ada.place).attempt(api.projectRoles)).toMatchObject({
      status: 403,
    })
    await sql`update project_members set is_active = false where user_id = ${bob.user_id}`.execute(
      db,
    )
    expect(await bob.call(api.projectRoles)).toEqual({})
  })
})

describe('the address', () => {
  beforeAll(() => {
    const smtp = { host: 'mail.cairn.test', port: 25, user: '', password: '', from: '' }
    app.deps.config.smtp = { ...smtp, useTls: false, useSsl: false }
  })
  const fresh = () => `n-${crypto.randomUUID().slice(0, 8)}@cairn.test`
  const refused = (error: string) => ({ status: 400, body: { error } })
  const mailsTo = async (email: string) =>
    (
      await sql<{ subject: string }>`
        select subject from mails where to_address = ${email} order by created_at desc`.execute(db)
    ).rows.map(({ subject }) => subject)
  const codeFor = async (email: string) => (await mailsTo(email))[0]?.slice(0, 6) ?? ''

  // @cap:account.change-email
  it('changes with the code mailed to the new one, once, and signs out', async () => {
    const ada = await person('ada')
    const { email: old } = await ada.call(api.me)
    const email = fresh()
    expect(await ada.call(api.emailCode, { body: { email } })).toEqual({
      message: 'Verification code sent to email',
    })
    const code = await codeFor(email)
    expect(code).toMatch(/^\d{6}$/)
    const elsewhere = { email: fresh(), code }
    expect(await ada.attempt(api.changeEmail, { body: elsewhere })).toEqual(
      refused('Verification code has expired or is invalid'),
    )
    const changed = await ada.call(api.changeEmail, { body: { email, code } })
    expect(changed).toMatchObject({ id: ada.user_id, email, is_email_verified: false })
    expect(await ada.attempt(api.me)).toMatchObject({ status: 401 })
    expect(await mailsTo(old)).toEqual(['Your Cairn address was changed'])
    expect((await mailsTo(email))[0]).toBe('Your Cairn address was changed')

    const bob = await person('bob')
    const before = await bob.call(api.me)
    expect(await bob.attempt(api.emailCode, { body: { email } })).toEqual(
      refused('An account with this email already exists'),
    )
    for (let n = 0; n < 3; n++) await bob.call(api.emailCode, { body: { email: fresh() } })
    expect(await bob.attempt(api.emailCode, { body: { email: fresh() } })).toEqual({
      status: 429,
      body: { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' },
    })
    expect(await bob.call(api.me)).toEqual(before)
  })

  // @cap:account.change-email
  it('stays when the code is late, wrong, tried out, or the address was taken meanwhile', async () => {
    const ada = await person('ada')
    const before = await ada.call(api.me)
    const email = fresh()
    const attempt = (code: string) => ada.attempt(api.changeEmail, { body: { email, code } })
    await ada.call(api.emailCode, { body: { email } })
    const tries = await Promise.all(Array.from({ length: 30 }, () => attempt('wrong')))
    const compared = tries.filter(
      ({ body }) => (body as { error: string }).error === 'Invalid verification code',
    )
    expect(compared).toHaveLength(5)
    const gone = refused('Verification code has expired or is invalid')
    expect(await attempt(await codeFor(email))).toEqual(gone)
    await ada.call(api.emailCode, { body: { email } })
    await sql`update email_changes set expires_at = now()`.execute(db)
    expect(await attempt(await codeFor(email))).toEqual(gone)
    await ada.call(api.emailCode, { body: { email } })
    const bob = await person('bob')
    await sql`update users set email = ${email} where id = ${bob.user_id}`.execute(db)
    expect(await attempt(await codeFor(email))).toEqual(
      refused('An account with this email already exists'),
    )
    expect(await ada.call(api.me)).toEqual(before)
  })

  it.each([
    [{}, 'Email is required'],
    [{ email: 'x' }, 'Invalid email format'],
    [{ email: fresh() }, 'Verification code is required'],
  ])('refuses %o with a sentence', async (body, sentence) => {
    const ada = await person('ada')
    expect(await ada.attempt(api.changeEmail, { body })).toEqual(refused(sentence))
    const { email } = await ada.call(api.me)
    expect(await ada.attempt(api.emailCode, { body: { email: email.toUpperCase() } })).toEqual(
      refused('New email must be different from current email'),
    )
  })
})

it('answers nothing to strangers', async () => {
  const answers = await Promise.all(
    [api.settings, api.preferences, api.accounts].map((call) => stranger.attempt(call)),
  )
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
})

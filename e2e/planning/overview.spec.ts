import {
  epicsApi,
  GUEST,
  initiativesApi,
  MEMBER,
  type Project,
  projectMembersApi,
  projectsApi,
  statesApi,
  statusUpdatesApi,
  workItemsApi,
  workspacesApi,
} from '@cairn/contract'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { changesAnswered } from '../kit/unanswered-changes.ts'
import { call, dialogOf, expect, test, type Visitor } from '../kit/visitors.ts'

const overview = ({ slug, project_id }: Visitor) => `/${slug}/projects/${project_id}/overview/`
const read = ({ context, slug, project_id }: Visitor) =>
  call(context.request, projectsApi.get, { params: { slug, project_id } })
const change = ({ context, slug, project_id }: Visitor, body: Partial<Project>) =>
  call(context.request, projectsApi.change, { params: { slug, project_id }, body: body as object })

const idOf = async ({ context, slug }: Visitor, email: string) => {
  const members = await call(context.request, workspacesApi.members, { params: { slug } })
  return members.find(({ member }) => member.email === email)?.member.id ?? ''
}

/** Invites a colleague and adds them to the project with this role. */
async function addToProject(ada: Visitor, name: string, role: typeof MEMBER | typeof GUEST) {
  const colleague = await ada.addColleague(role, name)
  const { context, slug, project_id } = ada
  const member_id = await idOf(ada, colleague.email)
  await call(context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role }] },
  })
  return { ...colleague, id: member_id }
}

const inState = async ({ context, slug, project_id }: Visitor, group: string) => {
  const states = await call(context.request, statesApi.list, { params: { slug, project_id } })
  return { state_id: states.find((state) => state.group === group)?.id ?? '' }
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const pickDays = async (page: Page, first: RegExp, last: RegExp) => {
  const calendar = page.getByRole('dialog', { name: 'Dates' })
  const days = calendar.getByRole('gridcell').getByRole('button')
  await days.filter({ hasText: first }).first().click()
  await days.filter({ hasText: last }).first().click()
  await calendar.getByRole('button', { name: 'Done' }).click()
}

test('@cap:overview.project a project’s overview shows what it is, and is edited in place by those who may', async ({
  ada,
}) => {
  const { page } = ada
  for (const group of ['backlog', 'unstarted', 'started', 'completed']) {
    await ada.addItem(`A ${group} item`, await inState(ada, group))
  }
  await page.goto(ada.list)
  await page
    .getByRole('navigation', { name: 'Projects' })
    .getByRole('link', { name: 'Overview' })
    .click()
  await expect(page).toHaveTitle(/Trail Maps - Overview/)
  await expect(page.getByRole('heading', { name: 'Trail Maps', level: 1 })).toBeVisible()

  await test.step('its progress counts all but the backlog', async () => {
    const progress = region(page, 'Progress')
    await expect(progress).toContainText('1 of 3 planned work items')
    await expect(progress).toContainText('33%')
    await expect(progress.getByRole('list')).toContainText('Backlog1not counted')
    await ada.addItem('Another done', await inState(ada, 'completed'))
    await expect(progress).toContainText('2 of 4 planned work items')
  })

  await test.step('the description is written where it stands', async () => {
    const field = page.getByRole('textbox', { name: 'Description' })
    await field.fill('The map people trust when the signal is gone.')
    await field.blur()
    await expect.poll(async () => (await read(ada)).description).toContain('The map people trust')
    await field.fill('Nothing of it')
    await field.press('Escape')
    await expect(field).toHaveValue('The map people trust when the signal is gone.')
  })

  await test.step('what is typed and not sent yet outlives a reload', async () => {
    const field = page.getByRole('textbox', { name: 'Description' })
    const update = region(page, 'Updates').getByRole('textbox', { name: 'Update' })
    await update.fill('Half a thought')
    await field.fill('The map people trust when nothing else works.')
    await page.reload()
    await expect(field).toHaveValue('The map people trust when nothing else works.')
    await expect.poll(async () => (await read(ada)).description).toContain('nothing else works')
    await expect(update).toHaveValue('Half a thought')
    await update.fill('')
  })

  await test.step('the cover, the lead and the dates are chosen', async () => {
    await page.getByRole('button', { name: 'Change cover' }).click()
    await dialogOf(page).getByRole('list').getByRole('button').nth(1).click()
    await expect.poll(async () => (await read(ada)).cover_image).toBeTruthy()

    const properties = region(page, 'Properties')
    await properties.getByRole('button', { name: 'Lead: No lead' }).click()
    await page.getByRole('option', { name: 'You' }).click()
    await expect(properties.getByRole('button', { name: /^Lead: / })).not.toContainText('No lead')
    await properties.getByRole('button', { name: 'Dates: No dates' }).click()
    await pickDays(page, /^10$/, /^20$/)
    await expect
      .poll(async () => {
        const { start_date, target_date, project_lead } = await read(ada)
        return [start_date?.slice(-2), target_date?.slice(-2), project_lead !== null]
      })
      .toEqual(['10', '20', true])
  })

  await test.step('members are added and removed', async () => {
    const mel = await ada.addColleague(MEMBER, 'mel')
    await page.reload()
    await page.getByRole('button', { name: 'Members: 1 person' }).click()
    await page.getByRole('button', { name: 'Add members' }).click()
    await dialogOf(page)
      .getByRole('button', { name: /^Person 1/ })
      .click()
    await page.getByRole('option', { name: /mel/ }).click()
    await dialogOf(page).getByRole('button', { name: 'Add member' }).click()
    await expect(page.getByRole('button', { name: 'Members: 2 people' })).toBeVisible()
    await mel.page.goto(overview(ada))
    await expect(mel.page.getByRole('heading', { name: 'Trail Maps', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Members: 2 people' }).click()
    await page.getByRole('button', { name: 'Remove mel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('button', { name: 'Members: 1 person' })).toBeVisible()
  })

  await test.step('links are added, changed and deleted', async () => {
    const links = region(page, 'Links')
    await links.getByRole('button', { name: 'Add link' }).click()
    await dialogOf(page).getByLabel('URL').fill('example.com/handbook')
    await dialogOf(page).getByLabel('Display title').fill('Map style handbook')
    await dialogOf(page).getByRole('button', { name: 'Add link' }).click()
    const link = links.getByRole('link', { name: 'Map style handbook' })
    await expect(link).toHaveAttribute('href', 'http://example.com/handbook')
    const menu = async (name: string) => {
      await link.hover()
      await links.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await menu('Edit link')
    await dialogOf(page).getByLabel('Display title').fill('Handbook')
    await dialogOf(page).getByRole('button', { name: 'Save link' }).click()
    const renamed = links.getByRole('link', { name: 'Handbook', exact: true })
    await expect(renamed).toBeVisible()
    await renamed.hover()
    await links.getByRole('button', { name: 'Actions for Handbook' }).click()
    await page.getByRole('menuitem', { name: 'Delete link' }).click()
    await expect(links).toContainText('No links yet')
  })

  await test.step('a page is begun, and stands among the latest', async () => {
    await region(page, 'Recent pages').getByRole('button', { name: 'New page' }).click()
    await dialogOf(page).getByRole('textbox').first().fill('Release checklist')
    await dialogOf(page).getByRole('button', { name: 'Create page' }).click()
    await expect(page).toHaveURL(/\/pages\//)
    await changesAnswered(ada.context.request)
    await page.goto(overview(ada))
    await expect(
      region(page, 'Recent pages').getByRole('link', { name: /Release checklist/ }),
    ).toBeVisible()
  })

  await test.step('an update is posted, changed and deleted', async () => {
    const updates = region(page, 'Updates')
    await page.getByRole('button', { name: 'Post update' }).first().click()
    await expect(updates.getByRole('textbox', { name: 'Update' })).toBeFocused()
    await page.keyboard.type('Beta 3 is out')
    await updates.getByRole('button', { name: 'Post update' }).click()
    const update = updates.getByRole('article')
    await expect(update).toContainText('Beta 3 is out')
    await expectAccessibleInThemes(page)

    // A change the server rejects is reverted, and can be retried.
    await page.route('**/updates/', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { error: 'No' } })
        : route.fallback(),
    )
    const field = updates.getByRole('textbox', { name: 'Update' })
    await field.fill('Not for everybody')
    await updates.getByRole('button', { name: 'Post update' }).click()
    await expect(region(page, 'Notifications').getByText("The update wasn't posted")).toBeVisible()
    await expect(update).toHaveCount(1)
    await expect(field).toHaveValue('Not for everybody')
    await page.unroute('**/updates/')
    await field.fill('')
    await expect(region(page, 'Properties')).toContainText('On track')
    await update.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Edit update' }).click()
    await update.getByRole('textbox').fill('Beta 3 is late')
    await update.getByRole('button', { name: 'Health: On track' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Off track' }).click()
    await update.getByRole('button', { name: 'Save changes' }).click()
    await expect(update).toContainText('Beta 3 is late')
    await expect(region(page, 'Properties')).toContainText('Off track')
    await update.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete update' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete update' }).click()
    await expect(updates).toContainText('No updates yet')
  })

  await test.step('who may not change it reads it', async () => {
    const gus = await addToProject(ada, 'gus', GUEST)
    await gus.page.goto(overview(ada))
    await expect(gus.page.getByText('The map people trust')).toBeVisible()
    const main = gus.page.getByRole('main')
    await expect(main.getByRole('textbox')).toHaveCount(0)
    for (const name of ['Change cover', 'Post update', 'Add link', 'New page', /^Lead/, /^Dates/]) {
      await expect(main.getByRole('button', { name })).toHaveCount(0)
    }
    await main.getByRole('button', { name: /^Members:/ }).click()
    await expect(gus.page.getByRole('button', { name: 'Add members' })).toHaveCount(0)
    // A guest who sees only their own items gets no counts of others.
    await expect(region(gus.page, 'Progress')).toContainText('0 of 0 planned work items')
  })
})

test('@cap:overview.updates an update appears in the overview, the initiative and the followers’ inboxes', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const mel = await addToProject(ada, 'mel', MEMBER)
  const { id } = await call(context.request, initiativesApi.create, {
    params: { slug },
    body: { name: 'Offline first', project_ids: [project_id] },
  })
  await page.goto(overview(ada))
  await expect(region(page, 'Updates')).toContainText('No updates yet')

  const updates = region(mel.page, 'Updates')
  await mel.page.goto(overview(ada))
  await updates.getByRole('textbox', { name: 'Update' }).fill('Tiles slipped by a week')
  await updates.getByRole('button', { name: 'Health: On track' }).click()
  await mel.page.getByRole('menuitemcheckbox', { name: 'At risk' }).click()
  await updates.getByRole('button', { name: 'Post update' }).click()
  await expect(updates.getByRole('article')).toContainText('At risk')

  await test.step('others see it at once', async () => {
    await expect(region(page, 'Updates').getByRole('article')).toContainText(
      'Tiles slipped by a week',
    )
    await expect(region(page, 'Properties')).toContainText('At risk')
  })

  await test.step('it is in the follower’s inbox, and leads to the overview', async () => {
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByRole('link', { name: /mel posted an update: At risk/ }).click()
    const detail = page.getByRole('region', { name: 'Status update', exact: true })
    await expect(detail).toContainText('Tiles slipped by a week')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open overview' }).click()
    await expect(page).toHaveURL(new RegExp(`${project_id}/overview/`))
  })

  await test.step('and in the initiative, where the next one comes by itself', async () => {
    await region(page, 'Properties').getByRole('link', { name: 'Offline first' }).click()
    await expect(page).toHaveURL(new RegExp(`/initiatives/${id}/`))
    const said = page.getByRole('complementary', { name: 'Updates' })
    await expect(said.getByRole('article')).toContainText('Trail Maps')
    await expect(said.getByRole('article')).toContainText('Tiles slipped by a week')
    await updates.getByRole('textbox', { name: 'Update' }).fill('Back on course')
    await updates.getByRole('button', { name: 'Health: At risk' }).click()
    await mel.page.getByRole('menuitemcheckbox', { name: 'On track' }).click()
    await updates.getByRole('button', { name: 'Post update' }).click()
    await expect(said.getByRole('article').first()).toContainText('Back on course')
    await expect(region(page, 'Projects and epics')).toContainText('On track')
  })
})

test('@cap:initiatives.page an initiative opens on its own page and is edited there', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const { request } = context
  const params = { slug, project_id }
  await change(ada, { is_epic_enabled: true, start_date: '2026-01-05', target_date: '2026-03-20' })
  const epic = await call(request, epicsApi.create, {
    params,
    body: { name: 'Offline maps 2.0', start_date: '2026-02-02', target_date: '2026-03-13' },
  })
  await ada.addItem('Tiles', { parent_id: epic.id, ...(await inState(ada, 'completed')) })
  await ada.addItem('Routes', await inState(ada, 'started'))
  const secret = await call(request, projectsApi.create, {
    params: { slug },
    body: { name: 'Secret huts', identifier: 'HUTS', network: 0 },
  })
  await call(request, workItemsApi.create, {
    params: { slug, project_id: secret.id },
    body: { name: 'Hidden', ...(await inState({ ...ada, project_id: secret.id }, 'started')) },
  })
  const mel = await addToProject(ada, 'mel', MEMBER)
  const { id } = await call(request, initiativesApi.create, {
    params: { slug },
    body: { name: 'Offline first' },
  })
  await page.goto(`/${slug}/initiatives/`)
  await page.getByRole('link', { name: 'Offline first' }).click()
  await expect(page).toHaveURL(new RegExp(`/initiatives/${id}/`))
  const contents = region(page, 'Projects and epics')
  await expect(contents).toContainText('No projects or epics yet')

  await test.step('projects and epics are added, and counted once', async () => {
    await contents.getByRole('button', { name: 'Add projects and epics' }).click()
    await page.getByRole('option', { name: /Trail Maps/ }).click()
    await page.getByRole('option', { name: /Offline maps 2.0/ }).click()
    await page.getByRole('option', { name: /Secret huts/ }).click()
    await page.keyboard.press('Escape')
    await expect(contents.getByRole('link', { name: 'Trail Maps' })).toBeVisible()
    await expect(contents.getByRole('link', { name: 'Offline maps 2.0' })).toBeVisible()
    await expect(region(page, 'Progress')).toContainText('1 of 3 planned work items')
    await ada.addItem('Peaks', await inState(ada, 'completed'))
    await expect(region(page, 'Progress')).toContainText('2 of 4 planned work items')
  })

  await test.step('the timeline has what has dates', async () => {
    const strip = region(page, 'Timeline').getByRole('list')
    await expect(strip).toContainText('Trail Maps')
    await expect(strip).toContainText('Offline maps 2.0')
    await expect(strip).not.toContainText('Secret huts')
  })

  await test.step('name, description, lead, members and dates are changed in place', async () => {
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Offline, always')
    await name.press('Enter')
    const text = page.getByRole('textbox', { name: 'Description' })
    await text.fill('Everything works without a signal.\nIn the hills, too.')
    await text.blur()
    await page.getByRole('button', { name: 'Lead: No lead' }).click()
    await page.getByRole('option', { name: 'mel' }).click()
    await page.getByRole('button', { name: 'Members: No members' }).click()
    await page.getByRole('option', { name: 'mel' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Dates: No dates' }).click()
    await pickDays(page, /^10$/, /^20$/)
    await expect
      .poll(() => call(request, initiativesApi.get, { params: { slug, id } }))
      .toMatchObject({
        ...{ name: 'Offline, always', lead_id: mel.id, member_ids: [mel.id] },
        description_html: '<p>Everything works without a signal.</p><p>In the hills, too.</p>',
        start_date: expect.stringMatching(/-10$/),
        end_date: expect.stringMatching(/-20$/),
      })
    await page.reload()
    await expect(text).toHaveValue('Everything works without a signal.\nIn the hills, too.')
  })

  await test.step('an update is posted', async () => {
    const said = page.getByRole('complementary', { name: 'Updates' })
    await said.getByRole('textbox', { name: 'Update' }).fill('All projects are planned')
    await said.getByRole('button', { name: 'Post update' }).click()
    await expect(said.getByRole('article')).toContainText('All projects are planned')
    await expectAccessibleInThemes(page)
  })

  await test.step('who is not in a secret project sees nothing of it', async () => {
    await mel.page.goto(`/${slug}/initiatives/${id}/`)
    await expect(region(mel.page, 'Projects and epics')).toContainText('Trail Maps')
    await expect(mel.page.getByText('Secret huts')).toHaveCount(0)
    await expect(region(mel.page, 'Progress')).toContainText('2 of 3 planned work items')
  })

  await test.step('and they are removed again', async () => {
    for (const name of ['Offline maps 2.0', 'Trail Maps']) {
      await contents.getByRole('link', { name }).hover()
      await contents.getByRole('button', { name: `Remove ${name} from the initiative` }).click()
      await expect(contents.getByRole('link', { name })).toHaveCount(0)
    }
    await expect
      .poll(() => call(request, initiativesApi.get, { params: { slug, id } }))
      .toMatchObject({ project_ids: [secret.id], epic_ids: [] })
    await expect(region(page, 'Progress')).toContainText('0 of 1 planned work item')
  })
})

test('@cap:epics.page an epic opens on its own page, and what is added in its list is its own', async ({
  ada,
}) => {
  const { page, slug, project_id, context } = ada
  const params = { slug, project_id }
  await change(ada, { is_epic_enabled: true })
  const epic = await call(context.request, epicsApi.create, {
    params,
    body: { name: 'Offline maps 2.0' },
  })
  await page.goto(`/${slug}/projects/${project_id}/epics/`)
  await page.goto(`/${slug}/browse/TRAIL-1/`)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Offline maps 2.0')
  await expect(
    page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Epics' }),
  ).toBeVisible()
  const items = region(page, 'Work items')

  await test.step('typing names makes items of it, one after the other', async () => {
    await items.getByRole('button', { name: 'New work item' }).click()
    const field = items.getByRole('textbox', { name: 'Title' })
    await field.fill('Stop when the phone locks')
    await field.press('Enter')
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
    await field.fill('Resume after a restart')
    await field.press('Enter')
    await field.press('Escape')
    await expect(items.getByRole('link', { name: /Resume after a restart/ })).toBeVisible()
    await expect
      .poll(async () => {
        const { sub_issues } = await call(context.request, workItemsApi.children, {
          params: { ...params, id: epic.id },
        })
        return Array.isArray(sub_issues)
          ? sub_issues.map(({ name, parent_id }) => [name, parent_id])
          : []
      })
      .toEqual(
        expect.arrayContaining([
          ['Stop when the phone locks', epic.id],
          ['Resume after a restart', epic.id],
        ]),
      )
  })

  await test.step('its progress by state follows its items', async () => {
    const progress = region(page, 'Progress')
    await expect(progress.getByRole('list')).toContainText('Backlog2not counted')
    const add = (group: string) =>
      inState(ada, group).then((state) => ada.addItem(group, { parent_id: epic.id, ...state }))
    for (const group of ['started', 'completed', 'completed']) await add(group)
    await expect(progress).toContainText('2 of 3 planned work items')
    await expect(progress).toContainText('67%')
    await expect(progress.getByRole('img', { name: 'Completed 2, Started 1' })).toBeVisible()
  })

  await test.step('in the group where one adds', async () => {
    await items.getByRole('button', { name: 'Add work item to In Progress' }).click()
    await items.getByRole('textbox', { name: 'Title' }).fill('Merge waypoints')
    await items.getByRole('textbox', { name: 'Title' }).press('Enter')
    await expect(region(page, 'Progress')).toContainText('2 of 4 planned work items')
  })

  await test.step('and it is reported on', async () => {
    const updates = region(page, 'Updates')
    await updates.getByRole('button', { name: 'Post update' }).click()
    await updates.getByRole('textbox', { name: 'Update' }).fill('Waiting for the device lab')
    await updates.getByRole('button', { name: 'Post update' }).click()
    await expect(updates.getByRole('article')).toContainText('Waiting for the device lab')
    await expect
      .poll(() =>
        call(context.request, statusUpdatesApi.listOfEpic, { params: { ...params, id: epic.id } }),
      )
      .toMatchObject([{ health: 'on_track', text: 'Waiting for the device lab' }])
    await expectAccessibleInThemes(page)
  })
})

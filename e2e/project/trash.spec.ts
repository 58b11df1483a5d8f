import {
  attachmentsApi,
  commentsApi,
  cyclesApi,
  labelsApi,
  MEMBER,
  modulesApi,
  pagesApi,
  projectMembersApi,
  viewsApi,
  workItemsApi,
} from '@cairn/contract'
import { expectAccessible, expectAccessibleInThemes } from '../kit/accessibility.ts'
import { ageDeletion, countRows, runJob } from '../kit/deleted-long-ago.ts'
import { expectFits } from '../kit/fits.ts'
import { call, expect, test, type Visitor } from '../kit/visitors.ts'

/** Attaches a file to an item; returns it with its URL. */
async function attach({ context: { request }, slug, project_id }: Visitor, id: string) {
  const params = { slug, project_id, id }
  const buffer = Buffer.from('contours')
  const body = { name: 'contours.txt', type: 'text/plain', size: buffer.length }
  const { upload_data, asset_id } = await call(request, attachmentsApi.create, { params, body })
  const file = { name: body.name, mimeType: body.type, buffer }
  await request.post(upload_data.url, { multipart: { ...upload_data.fields, file } })
  await call(request, attachmentsApi.complete, { params: { ...params, asset_id }, body: {} })
  const address = `/api/assets/v2/workspaces/${slug}/projects/${project_id}/issues/${id}/attachments/${asset_id}/`
  return { params: { ...params, asset_id }, address }
}

test('administrators find, restore and delete for good what was deleted', async ({ ada }) => {
  test.slow()
  const { page, context, slug, project_id } = ada
  const { request } = context
  const params = { slug, project_id }
  const bob = await ada.addColleague(MEMBER, 'Bob')
  const members = await (await request.get(`/api/workspaces/${slug}/members/`)).json()
  const { member } = members.find(
    (one: { member: { display_name: string } }) => one.member.display_name === 'Bob',
  )
  await call(request, projectMembersApi.add, {
    params,
    body: { members: [{ member_id: member.id, role: MEMBER }] },
  })
  const trash = `/${slug}/projects/${project_id}/trash/`
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })

  const label = await call(request, labelsApi.create, { params, body: { name: 'Ice' } })
  const module = await call(request, modulesApi.create, {
    params,
    body: { name: 'Winter trails', status: 'planned' },
  })
  const cycle = await call(request, cyclesApi.create, { params, body: { name: 'Cycle 24b' } })
  const view = await call(request, viewsApi.create, { params, body: { name: 'Nobody’s' } })
  const doc = await call(request, pagesApi.create, { params, body: { name: 'Field notes' } })
  const item = await ada.addItem('Tiles download twice', {
    label_ids: [label.id],
    priority: 'high',
  })
  const issues = { body: { issues: [item.id] } }
  await call(request, modulesApi.addItems, { params: { ...params, id: module.id }, ...issues })
  await call(request, cyclesApi.addItems, { params: { ...params, id: cycle.id }, ...issues })
  const comment = await call(request, commentsApi.create, {
    params: { ...params, id: item.id },
    body: { comment_html: '<p>Do we still need it?</p>' },
  })
  const file = await attach(ada, item.id)
  const gone = await call(bob.context.request, workItemsApi.create, {
    params,
    body: { name: 'Warn when a route is closed' },
  })
  const read = async () => {
    const one = await call(request, workItemsApi.get, { params: { ...params, id: item.id } })
    const { updated_at, updated_by, ...lasting } = one
    return lasting
  }
  const before = await read()

  const of = (id: string) => ({ params: { ...params, id } })
  await call(bob.context.request, workItemsApi.remove, of(gone.id))
  await call(request, commentsApi.remove, {
    params: { ...params, id: item.id, comment_id: comment.id },
  })
  await call(request, attachmentsApi.remove, { params: file.params })
  await call(request, labelsApi.remove, of(label.id))
  await call(request, modulesApi.remove, of(module.id))
  await call(request, cyclesApi.remove, of(cycle.id))
  await call(request, viewsApi.remove, of(view.id))
  await call(request, pagesApi.archive, of(doc.id))
  await call(request, pagesApi.remove, of(doc.id))

  await test.step('@cap:trash.list-and-restore with who and when, exactly as it was', async () => {
    await page.goto(ada.list)
    await page.getByRole('navigation').getByRole('link', { name: 'Trash' }).click()
    await expect(page).toHaveURL(new RegExp(`${trash}$`))
    for (const [name, kind, person] of [
      ['TRAIL-2 Warn when a route is closed', 'Work item', 'Bob'],
      ['“Do we still need it?”', 'Comment', ''],
      ['contours.txt', 'Attachment', ''],
      ['Ice', 'Label', ''],
      ['Winter trails', 'Module', ''],
      ['Cycle 24b', 'Cycle', ''],
      ['Nobody’s', 'View', ''],
      ['Field notes', 'Page', ''],
    ] as const) {
      const last = name.split(' ').slice(-2).join(' ')
      await expect(row(last)).toContainText(kind)
      await expect(row(last)).toContainText(person)
      await expect(row(last)).toContainText(/ago|now/)
      await expect(row(last)).toContainText('30 days')
    }
    await expect(page.getByRole('row')).toHaveCount(9)
    await expect(row('Winter trails')).toContainText('with 1 work item')
    await expect(row('contours.txt')).toContainText('from TRAIL-1')

    // One, by its own button; the others together.
    await page.getByRole('button', { name: 'Restore: Warn when a route is closed' }).click()
    await expect(page.getByText('1 entry restored').first()).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(8)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await expect(page.getByText('7 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(page.getByText('7 entries restored').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
    expect(await read()).toEqual(before)
    await page.goto(`/${slug}/browse/TRAIL-2/`)
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(
      'Warn when a route is closed',
    )
    await page.goto(`/${slug}/browse/TRAIL-1/`)
    await expect(page.getByText('Do we still need it?').first()).toBeVisible()
    await expect(page.getByText('contours.txt').first()).toBeVisible()
    for (const [what, id] of [
      ['views', view.id],
      ['cycles', cycle.id],
      ['modules', module.id],
    ]) {
      const answer = await request.get(
        `/api/workspaces/${slug}/projects/${project_id}/${what}/${id}/`,
      )
      expect(answer.status(), what).toBe(200)
    }
  })

  await test.step('@cap:trash.for-good asks once, takes files along, and happens by itself', async () => {
    expect((await request.get(file.address)).ok()).toBe(true)
    await call(request, workItemsApi.remove, of(item.id))
    await page.goto(trash)
    await page.getByRole('button', { name: 'Delete permanently: Tiles download twice' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete 1 entry permanently?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(row('Tiles download twice')).toBeVisible()
    await page.getByRole('button', { name: 'Delete permanently: Tiles download twice' }).click()
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByText('1 entry deleted permanently').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
    expect((await request.get(file.address)).ok()).toBe(false)
    const answer = await request.get(
      `/api/workspaces/${slug}/projects/${project_id}/issues/${item.id}/`,
    )
    expect(answer.status()).toBe(404)
    expect(await countRows(item.id, file.params.asset_id)).toBe(0)

    const old = await ada.addItem('Forgotten')
    const left = await attach(ada, old.id)
    await call(request, workItemsApi.remove, of(old.id))
    await ageDeletion(old.id, 27)
    await page.reload()
    await expect(row('Forgotten')).toContainText('3 days')
    await ageDeletion(old.id, 31)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
    // The nightly jobs; the files are deleted by the next one.
    await runJob('purge-deleted')
    await expect.poll(() => countRows(old.id, left.params.asset_id), 'the item').toBe(1)
    await runJob('remove-stale-assets')
    await expect.poll(() => countRows(old.id, left.params.asset_id), 'its file').toBe(0)
  })

  await test.step('it is narrowed, emptied, and accessible in every theme, wide and narrow', async () => {
    await call(request, labelsApi.remove, of(label.id))
    await call(request, workItemsApi.remove, of(gone.id))
    await page.reload()
    await expect(page.getByRole('row')).toHaveCount(3)
    await page.getByRole('searchbox', { name: 'Find in trash' }).fill('ice')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Find in trash' }).fill('')
    await page.getByRole('button', { name: 'All kinds' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Work item' }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.reload()
    await expect(page.getByRole('row')).toHaveCount(3)
    await expectAccessibleInThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFits(page, 'trash')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Empty trash' }).click()
    await page
      .getByRole('alertdialog', { name: 'Empty the trash?' })
      .getByRole('button', { name: 'Empty trash' })
      .click()
    await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
  })

  await test.step('members have no trash', async () => {
    await bob.page.goto(ada.list)
    await expect(bob.page.getByRole('heading', { name: 'Work items', level: 1 })).toBeVisible()
    await expect(bob.page.getByRole('navigation').getByRole('link', { name: 'Trash' })).toHaveCount(
      0,
    )
    await bob.page.goto(trash)
    await expect(bob.page.getByText(/don't have access/).first()).toBeVisible()
  })
})

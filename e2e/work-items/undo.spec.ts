import {
  accountApi,
  MEMBER,
  projectMembersApi,
  projectsApi,
  statesApi,
  workItemsApi,
} from '@cairn/contract'
import { drop, lift, over } from '../kit/drag.ts'
import { call, dialogOf, expect, saveMessages, test, type Visitor } from '../kit/visitors.ts'

const row = ({ page }: Visitor, name: string) => page.getByRole('group', { name })
const readItem = ({ context, slug, project_id }: Visitor, id: string) =>
  call(context.request, workItemsApi.get, { params: { slug, project_id, id } })
const stateNamed = async ({ context, slug, project_id }: Visitor, name: string) => {
  const states = await call(context.request, statesApi.list, { params: { slug, project_id } })
  return states.find((state) => state.name === name)?.id ?? ''
}

test('Ctrl+Z takes back what was changed last, and Ctrl+Shift+Z repeats it @cap:undo.ctrl-z', async ({
  ada,
}) => {
  const { page, context, slug, project_id } = ada
  await saveMessages(page)
  const first = await ada.addItem('Contour lines flicker')
  const second = await ada.addItem('Tiles are blurred')
  const third = await ada.addItem('Hut is missing')
  const toast = page.getByRole('region', { name: 'Notifications' })
  const priorityOf = (name: string) => row(ada, name).getByRole('button', { name: /^Priority: / })
  const change = async (name: string, key: string, option: string) => {
    await row(ada, name).focus()
    await page.keyboard.press(key)
    await page.getByRole('option', { name: option }).click()
    // Keys do nothing while the picker is still closing, and it takes the focus when it is gone.
    await expect(page.getByRole('listbox')).toHaveCount(0)
  }
  await page.goto(ada.list)
  await expect(row(ada, 'TRAIL-1')).toBeVisible()

  await test.step('nothing was done yet', async () => {
    await page.keyboard.press('Control+z')
    await expect(toast.getByText('Nothing to undo')).toBeVisible()
  })

  await test.step('a property, several times, and again', async () => {
    await change('TRAIL-1', 'p', 'High')
    await change('TRAIL-2', 'p', 'Urgent')
    await expect(priorityOf('TRAIL-2')).toHaveAccessibleName('Priority: Urgent')
    await page.keyboard.press('Control+z')
    await expect(priorityOf('TRAIL-2')).toHaveAccessibleName('Priority: No priority')
    await expect(toast.getByText('Undone: TRAIL-2 priority → No priority')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(priorityOf('TRAIL-1')).toHaveAccessibleName('Priority: No priority')
    await page.keyboard.press('Control+Shift+z')
    await expect(priorityOf('TRAIL-1')).toHaveAccessibleName('Priority: High')
    await expect(toast.getByText('Redone: TRAIL-1 priority → High')).toBeVisible()
    await page.keyboard.press('Control+y')
    await expect(priorityOf('TRAIL-2')).toHaveAccessibleName('Priority: Urgent')
    await expect.poll(async () => (await readItem(ada, second.id)).priority).toBe('urgent')
    expect((await readItem(ada, first.id)).priority).toBe('high')
  })

  await test.step('in a field the browser’s own undo has the key', async () => {
    await row(ada, 'TRAIL-1').focus()
    await page.keyboard.press('F2')
    const field = page.getByRole('textbox', { name: 'Name' })
    await field.pressSequentially(' at night')
    await field.press('Control+z')
    await expect(field).not.toHaveValue(/at night$/)
    await field.press('Escape')
    await expect(priorityOf('TRAIL-2')).toHaveAccessibleName('Priority: Urgent')
  })

  await test.step('many at once', async () => {
    for (const name of ['TRAIL-1', 'TRAIL-2', 'TRAIL-3']) {
      await row(ada, name).focus()
      await page.keyboard.press('x')
    }
    // The response arrives after the next steps.
    const late = Promise.withResolvers<void>()
    await page.route('**/bulk-operation-issues/', async (route) => {
      const response = await route.fetch()
      await late.promise
      await route.fulfill({ response })
    })
    const bar = page.getByRole('region', { name: 'Selected work items' })
    await bar.getByRole('button', { name: 'Priority' }).click()
    await page.getByRole('option', { name: 'Low' }).click()
    await expect(priorityOf('TRAIL-3')).toHaveAccessibleName(`Priority: Low`)
    await expect.poll(async () => (await readItem(ada, third.id)).priority).toBe('low')
    // Another user, in another browser, changes one of them meanwhile.
    await call(context.request, workItemsApi.change, {
      params: { slug, project_id, id: second.id },
      body: { priority: 'medium', name: 'Tiles are sharp' },
    })
    await expect(row(ada, 'TRAIL-2')).toContainText('Tiles are sharp')
    late.resolve()
    await expect(toast.getByText('3 work items changed')).toBeVisible()
    await expect(priorityOf('TRAIL-2')).toHaveAccessibleName('Priority: Medium')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+z')
    await expect(priorityOf('TRAIL-1')).toHaveAccessibleName('Priority: High')
    await expect(priorityOf('TRAIL-3')).toHaveAccessibleName('Priority: No priority')
    await expect(priorityOf('TRAIL-2')).toHaveAccessibleName('Priority: Medium')
    await expect(toast.getByText('Undone: 2 work items priority')).toBeVisible()
    await expect(
      toast.getByText('1 work item was changed by somebody else meanwhile'),
    ).toBeVisible()
  })

  await test.step('deleting: it is back as it was, and can be deleted again', async () => {
    const before = await readItem(ada, third.id)
    await row(ada, 'TRAIL-3').focus()
    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row(ada, 'TRAIL-3')).toHaveCount(0)
    await expect(toast.getByText('TRAIL-3 deleted')).toBeVisible()
    await expect(page.getByRole('alertdialog', { name: 'Delete TRAIL-3?' })).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(row(ada, 'TRAIL-3 Hut is missing')).toBeVisible()
    await expect(toast.getByText('Undone: deletion of TRAIL-3')).toBeVisible()
    const { updated_at: _, ...back } = await readItem(ada, third.id)
    expect({ ...back, updated_at: before.updated_at }).toEqual(before)
    await page.keyboard.press('Control+Shift+z')
    await expect(row(ada, 'TRAIL-3')).toHaveCount(0)
    await expect(toast.getByText('Redone: deletion of TRAIL-3')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(row(ada, 'TRAIL-3')).toBeVisible()
  })

  await test.step('carrying a card to another column', async () => {
    await ada.arrange({ layout: 'kanban', group_by: 'state' })
    await page.goto(ada.list)
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    const card = page.getByRole('article', { name: 'Contour lines flicker' })
    await expect(column('Backlog').getByRole('article', { name: 'Contour' })).toBeVisible()
    const place = (await readItem(ada, first.id)).sort_order
    await lift(card, { x: 90, y: 16 })
    await over(column('In Progress'), { x: 60, y: 80 })
    await drop(column('In Progress'), { x: 60, y: 80 })
    await expect(column('In Progress').getByRole('article', { name: 'Contour' })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(column('Backlog').getByRole('article', { name: 'Contour' })).toBeVisible()
    await expect(toast.getByText('Undone: TRAIL-1 state → Backlog')).toBeVisible()
    expect((await readItem(ada, first.id)).sort_order).toBe(place)
    await page.keyboard.press('Control+Shift+z')
    await expect(column('In Progress').getByRole('article', { name: 'Contour' })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await readItem(ada, first.id)).state_id)
      .toBe(await stateNamed(ada, 'Backlog'))
  })

  await test.step('moving to another project and back, with the old key and all that stayed behind', async () => {
    const body = { name: 'Huts', identifier: 'HUT' }
    await call(context.request, projectsApi.create, { params: { slug }, body })
    const before = await readItem(ada, first.id)
    await page.goto(`/${slug}/browse/TRAIL-1/`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Move to project…' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Project' }).click()
    await page.getByRole('option', { name: 'Huts' }).click()
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page).toHaveURL(/HUT-1/)
    // A dialog that is fading out still captures all keys.
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(toast.getByText('Undone: moving TRAIL-1')).toBeVisible()
    // The page follows its item, and stays there.
    await expect(page).toHaveURL(/TRAIL-1/)
    await page.keyboard.press('Control+Shift+z')
    await expect(toast.getByText('Redone: moving')).toBeVisible()
    await expect(page).toHaveURL(/HUT-/)
    await page.keyboard.press('Control+z')
    await expect(page).toHaveURL(/TRAIL-1/)
    const back = await readItem(ada, first.id)
    expect(back).toMatchObject({
      sequence_id: 1,
      state_id: before.state_id,
      priority: before.priority,
      project_id,
    })
  })
})

test('what somebody else changed meanwhile stays, and Ctrl+Z says who it was', async ({ ada }) => {
  const { page, context, slug, project_id } = ada
  await saveMessages(page)
  const { id } = await ada.addItem('Tiles are blurred')
  const toast = page.getByRole('region', { name: 'Notifications' })
  const mel = await ada.addColleague(MEMBER, 'Mel')
  const { id: member_id } = await call(mel.context.request, accountApi.me, {})
  await call(context.request, projectMembersApi.add, {
    params: { slug, project_id },
    body: { members: [{ member_id, role: MEMBER }] },
  })
  await page.goto(ada.list)
  await row(ada, 'TRAIL-1').focus()
  await page.keyboard.press('s')
  await page.getByRole('option', { name: 'In Progress' }).click()
  await expect
    .poll(async () => (await readItem(ada, id)).state_id)
    .toBe(await stateNamed(ada, 'In Progress'))
  await call(mel.context.request, workItemsApi.change, {
    params: { slug, project_id, id },
    body: { state_id: await stateNamed(ada, 'Done') },
  })
  await page.keyboard.press('Control+z')
  await expect(
    toast.getByText('Not undone: Mel changed the state of TRAIL-1 meanwhile'),
  ).toBeVisible()
  await expect(row(ada, 'TRAIL-1').getByRole('button', { name: 'State: Done' })).toBeVisible()
})

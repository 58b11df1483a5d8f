import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MEMBER, webhooksApi } from '@cairn/contract'
import { expectAccessible } from '../kit/accessibility.ts'
import { call, dialogOf, expect, type Visitor, test as visitors } from '../kit/visitors.ts'

interface Received {
  signature: string
  text: string
}

/** Receives webhooks and responds with the given status. */
interface Receiver {
  url: string
  received: Received[]
  status: number
}

const test = visitors.extend<{ receiver: Receiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: the library reads the names out of it
  receiver: async ({}, use) => {
    const receiver: Receiver = { url: '', received: [], status: 200 }
    const server = createServer(async (request, response) => {
      const text = Buffer.concat(await request.toArray()).toString()
      receiver.received.push({ signature: String(request.headers['x-cairn-signature']), text })
      response.writeHead(receiver.status, { 'x-receiver': 'hut' }).end('{"heard":true}')
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    await use(receiver)
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  },
})

const placeOf = ({ slug }: Visitor) => `/${slug}/settings/webhooks/`
const webhooksOf = ({ context, slug }: Visitor) =>
  call(context.request, webhooksApi.list, { params: { slug } })
const addWebhook = ({ context, slug }: Visitor, url: string) =>
  call(context.request, webhooksApi.create, { params: { slug }, body: { url, issue: true } })

const signedBy = (secret: string, { text }: Received) =>
  createHmac('sha256', secret).update(text).digest('hex')

// @cap:webhooks.create
test('an admin adds a webhook, sees its secret once, and the receiver is told', async ({
  ada,
  receiver,
}) => {
  const { page } = ada
  await page.goto(placeOf(ada))
  await expect(page).toHaveTitle('Acme - Webhooks')
  await expect(page.getByText('No webhooks yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = dialogOf(page)
  const url = dialog.getByLabel('Payload URL')
  await expect(url).toBeFocused()
  await dialog.getByRole('button', { name: 'Create webhook', exact: true }).click()
  await expect(dialog.getByText('Enter a URL.')).toBeVisible()
  await url.fill('http://10.0.0.1/hook')
  await dialog.getByLabel('Selected events').check()
  await dialog.getByRole('button', { name: 'Create webhook', exact: true }).click()
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible()
  await dialog.getByLabel('Work items', { exact: true }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create webhook', exact: true }).click()
  // A rejection by the server is shown at its field, not in a toast.
  await expect(url).toHaveAccessibleDescription(
    "This server can't call that address. Use a public URL.",
  )
  await expect(url).toBeFocused()

  await url.fill(receiver.url)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Create webhook', exact: true }).click()
  await expect(dialog.getByText('Key created')).toBeVisible()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^webhook-secret-key-\d+\.csv$/)
  const secret = dialog.getByLabel('Secret key', { exact: true })
  await expect(secret).toHaveValue('•'.repeat(30))
  await dialog.getByRole('button', { name: 'Show secret key' }).click()
  await expect(secret).toHaveValue(/^wh_[0-9a-f]{32}$/)
  const key = await secret.inputValue()
  expect(await readFile(await file.path(), 'utf8')).toContain(key)
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy secret key' }).click()
  await expect(page.getByText('Secret key copied').first()).toBeVisible()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key)
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Key created')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()

  await ada.addItem('Mark the ford')
  await expect.poll(() => receiver.received.length).toBe(1)
  const [received] = receiver.received as [Received]
  expect(received.signature).toBe(signedBy(key, received))
  expect(JSON.parse(received.text)).toMatchObject({
    ...{ event: 'issue', action: 'created', data: { name: 'Mark the ford' } },
  })
  await expect(page.getByRole('link', { name: receiver.url })).toContainText('Work items')
  await page.reload()
  await expect(page.getByRole('link', { name: receiver.url })).toBeVisible()
  expect(await page.content()).not.toContain(key)
})

// @cap:webhooks.manage
test('an admin switches, edits and deletes a webhook, and others see none', async ({
  ada,
  receiver,
}) => {
  const { page } = ada
  await addWebhook(ada, receiver.url)
  await page.goto(placeOf(ada))
  const toggle = page.getByRole('switch', { name: `Enable ${receiver.url}` })
  await expect(toggle).toBeChecked()
  await toggle.uncheck()
  await expect.poll(async () => (await webhooksOf(ada))[0]?.is_active).toBe(false)

  await page.getByRole('link', { name: receiver.url }).click()
  await expect(page).toHaveTitle('Acme - Webhook')
  const enable = page.getByRole('switch', { name: 'Enable webhook' })
  await expect(enable).not.toBeChecked()
  await enable.check()
  await expect.poll(async () => (await webhooksOf(ada))[0]?.is_active).toBe(true)
  const update = page.getByRole('button', { name: 'Save changes', exact: true })
  await expect(update).toBeDisabled()
  await page.getByLabel('Payload URL').fill(`${receiver.url}/two`)
  await page.getByLabel('All events').check()
  await update.click()
  await expect(page.getByText('Webhook saved').first()).toBeVisible()
  await expect(update).toBeDisabled()
  await page.reload()
  await expect(page.getByLabel('Payload URL')).toHaveValue(`${receiver.url}/two`)
  await expect(page.getByLabel('All events')).toBeChecked()

  const bob = await ada.addColleague(MEMBER, 'Bob Fields')
  await bob.page.goto(placeOf(ada))
  await expect(bob.page.getByText("You don't have access to this page.")).toBeVisible()
  await expect(bob.page.getByRole('link', { name: 'Members' })).toBeVisible()
  await expect(bob.page.getByRole('link', { name: 'Webhooks' })).toBeHidden()

  await page.getByRole('button', { name: 'Danger zone' }).click()
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`${receiver.url}/two`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Webhook deleted').first()).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${placeOf(ada)}?$`))
  await expect(page.getByText('No webhooks yet')).toBeVisible()
})

// @cap:webhooks.log
// @cap:webhooks.regenerate-secret
test('an admin reads what was sent and answered, makes a new key, and sends again', async ({
  ada,
  receiver,
}) => {
  const { page, context, slug } = ada
  receiver.status = 503
  const { id, secret_key: first } = await addWebhook(ada, receiver.url)
  await ada.addItem('Mark the ford')
  const logs = () => call(context.request, webhooksApi.logs, { params: { slug, id } })
  await expect.poll(async () => (await logs()).length).toBe(1)

  await page.goto(`${placeOf(ada)}${id}/`)
  const attempts = page.getByRole('button', { name: /Work item created/ })
  await expect(attempts).toHaveText(/503/)
  await attempts.click()
  await expect(page.getByText(/X-Cairn-Signature: [0-9a-f]{64}/)).toBeVisible()
  await expect(page.getByText('"name": "Mark the ford"')).toBeVisible()
  await expect(page.getByText('x-receiver: hut')).toBeVisible()
  await expect(page.getByText('"heard": true')).toBeVisible()
  await expect(page.getByText(/^Next try:/)).toBeVisible()
  await expectAccessible(page)

  const secret = page.getByLabel('Secret key', { exact: true })
  await expect(secret).toHaveValue('•'.repeat(30))
  await expect(page.getByRole('button', { name: 'Show secret key' })).toBeHidden()
  await page.getByRole('button', { name: 'Regenerate key' }).click()
  const download = page.waitForEvent('download')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Regenerate key' }).click()
  await expect(page.getByText('Key regenerated').first()).toBeVisible()
  await download
  await page.getByRole('button', { name: 'Show secret key' }).click()
  await expect(secret).toHaveValue(/^wh_/)
  const key = await secret.inputValue()
  expect(key).not.toBe(first)

  receiver.status = 200
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Sent again and delivered').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /200.*Sent again/ })).toBeVisible()
  await expect(page.getByText(/^Next try:/)).toBeHidden()
  const received = receiver.received.at(-1) as Received
  expect(received.signature).toBe(signedBy(key, received))
  expect(new Set(receiver.received.map(({ text }) => text))).toEqual(new Set([received.text]))
})

import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '@cairn/contract'
import type { BrowserContext } from '@playwright/test'
import { decrypt } from '../../apps/server/src/features/push/test-kit/decrypt.ts'
import { withDatabase } from './deleted-long-ago.ts'

/** A push service for the tests' browser, which cannot reach the one of its vendor. */
export async function startPushService() {
  const messages: PushMessage[] = []
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys('base64url')
  const auth = randomBytes(16)
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    messages.push(JSON.parse(decrypt(body, keys.getPrivateKey(), auth)))
    response.writeHead(201).end()
  })
  // The private address that the server under test may send to; see playwright.config.ts.
  await new Promise<void>((listening) => server.listen(0, '127.0.0.7', listening))
  const { port } = server.address() as AddressInfo
  const subscription = {
    endpoint: `http://127.0.0.7:${port}/${crypto.randomUUID()}`,
    keys: { p256dh, auth: auth.toString('base64url') },
  }

  /** Pages of this context subscribe here, and their user allows notifications when asked. */
  const serve = (context: BrowserContext) =>
    context.addInitScript((made) => {
      const stored = 'test_subscription'
      const subscribed = () =>
        localStorage.getItem(stored)
          ? {
              endpoint: made.endpoint,
              toJSON: () => made,
              unsubscribe: async () => {
                localStorage.removeItem(stored)
                return true
              },
            }
          : null
      Object.assign(PushManager.prototype, {
        getSubscription: async () => subscribed(),
        subscribe: async () => {
          localStorage.setItem(stored, 'yes')
          return subscribed()
        },
      })
      const permission = () => (localStorage.getItem('test_permission') ? 'granted' : 'default')
      Object.defineProperty(Notification, 'permission', { get: permission })
      Notification.requestPermission = async () => {
        localStorage.setItem('test_permission', 'yes')
        return permission()
      }
    }, subscription)

  return {
    ...{ messages, serve },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Counts the messages about an item that wait for the end of the quiet hours. */
export const countDelayed = (work_item_id: string) =>
  withDatabase(async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from push_messages m
       join notifications n on n.id = m.notification_id
       where n.entity_identifier = $1 and m.due_at > now() + interval '10 minutes'`,
      [work_item_id],
    )
    return rows[0]?.count
  })

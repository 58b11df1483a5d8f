import type { PushMessage } from '@cairn/contract'
import type { Egress } from '#kernel/egress/egress.ts'
import { EgressFailed, EgressRefused } from '#kernel/egress/errors.ts'
import { encrypt, type Receiver } from './encrypt.ts'
import { authorizationFor, type Identity } from './vapid.ts'

export interface PushClient {
  egress: Egress
  identity(): Identity
  /** The public origin of this instance, if known. */
  origin(): Promise<string | undefined>
}

/**
 * `gone`: the subscription ended. `later`: the push service is busy or unreachable; `seconds` is its
 * `Retry-After`. `refused`: a retry would be refused too.
 */
export type SendResult =
  | { outcome: 'delivered' | 'gone' | 'refused' }
  | { outcome: 'later'; seconds: number | undefined }

const TIMEOUT_MS = 15_000
/** The push service drops messages for a browser that was off for longer. */
const TTL_SECONDS = 86_400
const MAX_RETRY_AFTER_SECONDS = 3_600

/** Push services must use TLS, except on this machine. */
const isSecure = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** Undefined if this cannot be the URL of a push service. */
export function readEndpoint(typed: string): URL | undefined {
  const url = URL.parse(typed)
  if (!url || !/^https?:$/.test(url.protocol) || !isSecure(url)) return undefined
  return url.username || url.password ? undefined : url
}

function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const seconds = Number(header)
  return header !== undefined && seconds > 0
    ? Math.min(seconds, MAX_RETRY_AFTER_SECONDS)
    : undefined
}

/** Sends a message to one browser, once; the caller handles the result. */
export async function send(
  { egress, identity, origin }: PushClient,
  receiver: Receiver,
  message: PushMessage,
): Promise<SendResult> {
  const contact = (await origin()) ?? 'mailto:admin@localhost'
  try {
    const { status, headers } = await egress.fetch(receiver.endpoint, {
      method: 'POST',
      headers: {
        authorization: authorizationFor(identity(), receiver.endpoint, contact),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
        urgency: 'normal',
        // Replaces an undelivered message with the same tag.
        topic: message.tag.replaceAll('-', '').slice(0, 32),
      },
      body: encrypt(JSON.stringify(message), receiver),
      ...{ timeoutMs: TIMEOUT_MS, maxBytes: 4096, cutsAnswer: true, maxRedirects: 0 },
    })
    if (status >= 200 && status < 300) return { outcome: 'delivered' }
    if (status === 404 || status === 410) return { outcome: 'gone' }
    const isBusy = status === 429 || status === 408 || status >= 500
    return isBusy
      ? { outcome: 'later', seconds: readRetryAfter(headers['retry-after']) }
      : { outcome: 'refused' }
  } catch (error) {
    if (error instanceof EgressRefused) return { outcome: 'refused' }
    if (error instanceof EgressFailed) return { outcome: 'later', seconds: undefined }
    throw error
  }
}

import type { CustomFetch, FetchBody } from 'openid-client'
import type { Egress } from '#kernel/egress/egress.ts'

const toText = (body: FetchBody): string | undefined =>
  body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined

/**
 * All requests to a provider use the shared egress. A provider on an internal address needs its
 * network in EGRESS_ALLOW, set by the operator: an administrator only sets where discovery begins,
 * and the discovered addresses would otherwise give access to the internal network.
 */
export const fetchThrough =
  (egress: Egress): CustomFetch =>
  async (url, { method, headers, body }) => {
    const sent = toText(body)
    const answer = await egress.fetch(url, {
      method,
      headers,
      maxRedirects: 0,
      ...(sent !== undefined && { body: sent }),
    })
    const received = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of [value ?? []].flat()) received.append(name, one)
    }
    const content = answer.body.length > 0 ? new Uint8Array(answer.body) : null
    return new Response(content, { status: answer.status, headers: received })
  }

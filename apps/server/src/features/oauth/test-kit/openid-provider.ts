import { Provider } from 'oidc-provider'
import { listening } from './listening.ts'

export const openidKeys = { id: 'cairn', secret: 'a secret of cairn and its provider' }

interface Person {
  email?: string
  email_verified?: boolean | string
  name?: string
  given_name?: string
  family_name?: string
  picture?: string
}

/** A full OpenID provider. Users in `people` can sign in there with any password. */
export async function openidProvider(redirect_uris: string[]) {
  const people: Record<string, Person> = {}
  const origin = await listening((issuer) =>
    new Provider(issuer, {
      clients: [{ client_id: openidKeys.id, client_secret: openidKeys.secret, redirect_uris }],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name', 'picture'],
      },
      findAccount: (_ctx, accountId) => ({
        accountId,
        claims: async () => ({ sub: accountId, ...people[accountId] }) as { sub: string },
      }),
      cookies: { keys: ['only for tests'] },
      ttl: { Session: 600, Grant: 600, Interaction: 600, IdToken: 600, AccessToken: 600 },
    }).callback(),
  )

  /**
   * Goes through the provider's screens as a browser does; returns where it redirects the browser.
   */
  async function visit(address: string, login: string): Promise<string> {
    const cookies = new Map<string, string>()
    async function send(url: string, form?: Record<string, string>) {
      const response = await fetch(new URL(url, origin), {
        redirect: 'manual',
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
        cookies.set(name, value)
      }
      return response.headers.get('location') ?? ''
    }
    const signIn = await send(address)
    // A refused request redirects back at once.
    if (!signIn.includes('/interaction/')) return signIn
    const consent = await send(await send(signIn, { prompt: 'login', login, password: 'any' }))
    return send(await send(consent, { prompt: 'consent' }))
  }

  return { issuer: origin, people, visit }
}

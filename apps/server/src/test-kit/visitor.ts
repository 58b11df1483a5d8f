import { authApi, instanceAuthApi } from '@cairn/contract'

/** A user with a browser's cookies who calls a server over the network. */
export class Visitor {
  readonly url: string
  readonly cookies: Map<string, string>

  constructor(url: string, cookies = new Map<string, string>()) {
    this.url = url
    this.cookies = cookies
  }

  /** The same user on another server. */
  at = (url: string) => new Visitor(url, this.cookies)

  cookie = () => [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  async send(method: string, path: string, body?: object | FormData | URLSearchParams) {
    const isJson = body && !(body instanceof FormData || body instanceof URLSearchParams)
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: { cookie: this.cookie(), ...(isJson && { 'content-type': 'application/json' }) },
      ...(body && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.cookies.set(name, value)
    }
    return response
  }

  /** The response of a call that must succeed. */
  async call<T = Record<string, never>>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.send(method, path, body)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : null) as T
  }

  async form(path: string, fields: Record<string, string>) {
    const { csrf_token } = await this.call<{ csrf_token: string }>('GET', authApi.csrfToken.url)
    return this.send(
      'POST',
      path,
      new URLSearchParams({ ...fields, csrfmiddlewaretoken: csrf_token }),
    )
  }
}

/** Sets up a new Cairn, with the demo workspace if `demo` is set. */
export async function setUp(url: string, demo = false): Promise<Visitor> {
  const robin = new Visitor(url)
  const answer = await robin.form(instanceAuthApi.signUp.url, {
    ...{ email: 'robin@cairn.test', password: 'seven cairns above the tarn' },
    ...{ first_name: 'Robin', last_name: 'Vale', company_name: 'Meridian' },
    ...(demo && { demo: '1' }),
  })
  if (!robin.cookies.has('session-id')) {
    throw new Error(`Not set up: ${answer.status} ${answer.headers.get('location')}`)
  }
  return robin
}

import { accountApi, authApi } from '@cairn/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { App } from '#kernel/http/app-type.ts'

export const strong = 'seven cairns above the tarn'
export const fresh = () => `p-${crypto.randomUUID().slice(0, 8)}@cairn.test`

export const codeIn = (location: string) =>
  Number(new URL(location, 'http://cairn.test').searchParams.get('error_code'))

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

let addresses = 0

/** Never reused: limits count by address, and another test may have reached one. */
function nextAddress(): string {
  addresses += 1
  return [10, addresses >> 16, (addresses >> 8) & 255, addresses & 255].join('.')
}

/** A browser with its own cookies and IP address. */
export const browserOn = (app: App) =>
  class Browser {
    cookies: Record<string, string> = {}
    readonly address = nextAddress()

    async send(method: Method, url: string, form?: Record<string, string>, headers = {}) {
      const response = await app.inject({
        method,
        url,
        cookies: this.cookies,
        headers: {
          'x-forwarded-for': this.address,
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(form && { payload: new URLSearchParams(form).toString() }),
      })
      this.save(response.cookies)
      return response
    }

    save(cookies: { name: string; value: string }[]) {
      for (const { name, value } of cookies) {
        if (value) this.cookies[name] = value
        else delete this.cookies[name]
      }
    }

    async token(): Promise<string> {
      return (await this.send('GET', authApi.csrfToken.url)).json().csrf_token
    }

    /** Posts a form as the screens do; returns where the browser is redirected. */
    async post(url: string, form: Record<string, string>): Promise<string> {
      const csrfmiddlewaretoken = await this.token()
      const response = await this.send('POST', url, { ...form, csrfmiddlewaretoken })
      expect(response.statusCode).toBe(302)
      return response.headers.location ?? ''
    }

    /** The response to a JSON call, with the token in its header unless another is given. */
    async respond(url: string, payload: object, token?: string) {
      const response = await app.inject({
        method: 'POST',
        url,
        payload,
        cookies: this.cookies,
        headers: {
          'x-forwarded-for': this.address,
          'x-csrftoken': token ?? (await this.token()),
        },
      })
      this.save(response.cookies)
      return response
    }

    async ask(url: string, payload: object, token?: string) {
      const response = await this.respond(url, payload, token)
      return { status: response.statusCode, body: response.body === '' ? null : response.json() }
    }

    async me() {
      const response = await this.send('GET', accountApi.me.url)
      return { status: response.statusCode, body: response.json() }
    }
  }

/** A set-up instance with mail and sign-in codes. */
export async function setUp(app: App) {
  await sql`update instances set is_setup_done = true`.execute(app.db)
  await allowCodes(app, true)
  app.deps.config.smtp = {
    host: 'mail.cairn.test',
    port: 25,
    user: '',
    password: '',
    from: 'cairn@cairn.test',
    useTls: false,
    useSsl: false,
  }
}

export const allowCodes = ({ db }: App, on: boolean) =>
  sql`insert into instance_settings (key, value)
    values ('ENABLE_MAGIC_LINK_LOGIN', ${on ? '1' : '0'})
    on conflict (key) do update set value = excluded.value`.execute(db)

/** Mails to a user, newest first. */
export const mailsTo = async ({ db }: App, email: string) => {
  const { rows } = await sql<{ subject: string; text: string; html: string }>`
    select subject, text, html from mails where to_address = ${email}
    order by created_at desc`.execute(db)
  return rows
}

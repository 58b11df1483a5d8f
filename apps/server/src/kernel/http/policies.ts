import { idSource, isByToken, lookup, type Policy, parseId } from '@cairn/contract'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { admit } from '#kernel/auth/admit.ts'
import { refuseForeignOrigin, refuseFormWithoutOrigin } from '#kernel/auth/csrf.ts'
import type { App } from './app-type.ts'

export interface RouteEntry {
  method: string
  url: string
  policy: Policy
  /** The path parameters that are ids. */
  ids: string[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route with its policy, for the tests that walk over all of them. */
    routeTable: RouteEntry[]
  }
}

const blanket = Symbol('policy for every route registered here')

/** For a library's own files, whose routes cannot declare a policy themselves. */
export function declarePolicyFor(instance: FastifyInstance, policy: Policy): void {
  Object.assign(instance, { [blanket]: policy })
}

/** No start without a policy. It is checked before the body is read. */
export function enforcePolicies(app: App) {
  const { access, config } = app.deps
  app.decorate('routeTable', [])
  app.addHook('onRoute', function declare(this: Blanketed, route: RouteOptions) {
    const { policy = this[blanket], status = 200 } = route.config ?? {}
    const methods = [route.method].flat().filter((method) => method !== 'HEAD')
    if (!policy) {
      throw new Error(`${methods.join(', ')} ${route.url} declares no policy`)
    }
    const ids = idParams(route)
    for (const method of methods) app.routeTable.push({ method, url: route.url, policy, ids })
    const check: NonNullable<RouteOptions['onRequest']> = async (request, reply) => {
      // A page of another origin has no API token, and cookies are ignored when a token is sent.
      if (!isByToken(policy)) refuseForeignOrigin(request, config.webUrl)
      reply.code(status)
      // Done here and not in validation: the policy reads the ids before.
      for (const name of ids) canonicalise(request.params as Record<string, string>, name)
      await admit(access, request, policy)
    }
    route.onRequest = [check, ...[route.onRequest ?? []].flat()]
    // Routes for anyone do not act for a session: uploads are signed, sign-in forms have tokens.
    if (isByToken(policy) || policy.who === 'anyone') return
    if (methods.every((method) => method === 'GET')) return
    const checkForm: NonNullable<RouteOptions['preValidation']> = async (request) =>
      refuseFormWithoutOrigin(request)
    route.preValidation = [checkForm, ...[route.preValidation ?? []].flat()]
  })
}

/** The path parameters that are ids. */
function idParams({ schema }: RouteOptions): string[] {
  const { properties = {} } = (schema?.params ?? {}) as { properties?: Record<string, Part> }
  return Object.keys(properties).filter((name) => lookup(properties, name)?.format === 'uuid')
}

interface Part {
  format?: string
}

function canonicalise(params: Record<string, string>, name: string) {
  const id = parseId(lookup(params, name))
  if (id) Object.assign(params, { [name]: id })
}

type Blanketed = FastifyInstance & { [blanket]?: Policy }

/** The methods of a known path: with another method the answer is 405, not 404. */
export function methodsOf(app: App, path: string): string[] {
  const plain = path.replace(/\/$/, '')
  return app.routeTable
    .filter(({ url, ids }) => {
      const escaped = url.replace(/\/$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const pattern = escaped.replace(/:(\w+)/g, (_, name: string) =>
        ids.includes(name) ? idSource : '[^/]+',
      )
      return new RegExp(`^${pattern}$`, 'i').test(plain)
    })
    .map(({ method }) => method)
}

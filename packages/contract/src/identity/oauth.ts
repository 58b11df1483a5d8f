import { Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone } from '../core/policy.ts'
import type { SettingKey } from '../instance/instance-settings.ts'

export const providers = ['google', 'github', 'gitlab', 'oidc'] as const
export type Provider = (typeof providers)[number]

export const isProvider = (name: string): name is Provider =>
  (providers as readonly string[]).includes(name)

interface ProviderSettings {
  /** The switch of the instance admin. */
  flag: SettingKey
  /** All of these are required. */
  needs: readonly SettingKey[]
}

export const providerSettings: Record<Provider, ProviderSettings> = {
  google: { flag: 'IS_GOOGLE_ENABLED', needs: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] },
  github: { flag: 'IS_GITHUB_ENABLED', needs: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'] },
  gitlab: {
    flag: 'IS_GITLAB_ENABLED',
    needs: ['GITLAB_HOST', 'GITLAB_CLIENT_ID', 'GITLAB_CLIENT_SECRET'],
  },
  oidc: {
    flag: 'IS_OIDC_ENABLED',
    needs: ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  },
}

/** Browser navigations: parameters are text, and the response is a redirect. */
const flowAt = (base: '/auth/' | '/auth/spaces/') => ({
  start: endpoint(anyone, `GET ${base}:provider/`, {
    query: Type.Object({ next_path: Type.Optional(Type.String()) }),
    302: Type.Null(),
  }),
  // The provider sets the query: it is checked as a whole, by the rules of the protocol.
  callback: endpoint(anyone, `GET ${base}:provider/callback/`, { 302: Type.Null() }),
})

export const oauthApi = flowAt('/auth/')
export const spacesOauthApi = flowAt('/auth/spaces/')

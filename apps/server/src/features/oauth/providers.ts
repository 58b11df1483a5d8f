import type { Provider, SettingKey } from '@cairn/contract'
import type { ClientAuth, Configuration, CustomFetch, TokenEndpointResponse } from 'openid-client'
import type { Config } from '#config'
import { AuthError } from '#features/auth/service.ts'
import {
  type Claims,
  type Identity,
  provedEmail,
  readAvatar,
  readId,
  readName,
  type Tokens,
} from './identity.ts'

/** Loaded at the first sign-in through a provider: an idle server does not need it. */
const load = () => import('openid-client')

interface Keys {
  id: string
  secret: string
}

/** One provider with its current configuration. */
export interface Client {
  configuration: Configuration
  scope: string
  /** In addition to what the protocol requires. */
  extra: Record<string, string>
  /** Whether it returns an ID token, which contains our nonce. */
  isOidc: boolean
  identify(answer: Answer): Promise<Identity>
}

type Answer = TokenEndpointResponse & {
  claims(): Claims | undefined
  expiresIn(): number | undefined
}

interface Surroundings {
  values: Record<SettingKey, string>
  config: Config
  fetch: CustomFetch
}

export const clientFor = (provider: Provider, around: Surroundings): Promise<Client> =>
  clients[provider](around)

const clients: Record<Provider, (around: Surroundings) => Promise<Client>> = {
  google: ({ values, config, fetch }) =>
    discover('google', config.providerOrigins.google, fetch, {
      keys: { id: values.GOOGLE_CLIENT_ID, secret: values.GOOGLE_CLIENT_SECRET },
      extra: { access_type: 'offline', prompt: 'consent' },
    }),

  oidc: ({ values, fetch }) =>
    discover('oidc', values.OIDC_ISSUER, fetch, {
      keys: { id: values.OIDC_CLIENT_ID, secret: values.OIDC_CLIENT_SECRET },
      extra: {},
    }),

  async github({ values, config, fetch }) {
    const { github, githubApi } = config.providerOrigins
    const organization = values.GITHUB_ORGANIZATION_ID.trim()
    const configuration = await configure(
      {
        // GitHub's own issuer: it is returned as `iss` and compared.
        issuer: `${github}/login/oauth`,
        authorization_endpoint: `${github}/login/oauth/authorize`,
        token_endpoint: `${github}/login/oauth/access_token`,
      },
      { id: values.GITHUB_CLIENT_ID, secret: values.GITHUB_CLIENT_SECRET },
      fetch,
    )
    return {
      configuration,
      scope: `read:user user:email${organization && ' read:org'}`,
      extra: {},
      isOidc: false,
      async identify(answer) {
        const ask = (path: string) => askFor(configuration, answer, `${githubApi}${path}`)
        const user = (await (await ask('/user')).json()) as Claims
        if (organization) await refuseOutsider(await ask(membershipPath(organization, user)))
        const emails = (await (await ask('/user/emails')).json()) as Claims[]
        const primary = emails.find(({ primary }) => primary === true)
        return {
          provider: 'github',
          issuer: github,
          provider_account_id: readId(user.id),
          email: provedEmail(primary?.email, primary?.verified === true),
          first_name: readName(user.name),
          last_name: '',
          avatar: readAvatar(user.avatar_url),
          tokens: tokensOf(answer),
        }
      },
    }
  },

  async gitlab({ values, fetch }) {
    const host = values.GITLAB_HOST.replace(/\/+$/, '')
    const configuration = await configure(
      {
        issuer: host,
        authorization_endpoint: `${host}/oauth/authorize`,
        token_endpoint: `${host}/oauth/token`,
      },
      { id: values.GITLAB_CLIENT_ID, secret: values.GITLAB_CLIENT_SECRET },
      fetch,
    )
    return {
      configuration,
      scope: 'read_user',
      extra: {},
      isOidc: false,
      async identify(answer) {
        const response = await askFor(configuration, answer, `${host}/api/v4/user`)
        const user = (await response.json()) as Claims
        return {
          provider: 'gitlab',
          issuer: host,
          provider_account_id: readId(user.id),
          // A new address is in a separate field until it is confirmed.
          email: provedEmail(user.email, typeof user.confirmed_at === 'string'),
          first_name: readName(user.name),
          last_name: '',
          avatar: readAvatar(user.avatar_url),
          tokens: tokensOf(answer),
        }
      },
    }
  },
}

interface Discovered {
  keys: Keys
  extra: Record<string, string>
}

/** OpenID Connect: everything but the issuer's URL is discovered there. */
async function discover(
  provider: 'google' | 'oidc',
  issuer: string,
  fetch: CustomFetch,
  { keys, extra }: Discovered,
): Promise<Client> {
  const client = await load()
  const { id, secret } = keys
  const showSecret = await secretShownAsAsked(secret)
  const configuration = await client.discovery(new URL(issuer), id, secret, showSecret, {
    [client.customFetch]: fetch,
    execute: [
      client.enableNonRepudiationChecks,
      ...(isPlain(issuer) ? [client.allowInsecureRequests] : []),
    ],
  })
  const server = configuration.serverMetadata()
  return {
    configuration,
    scope: 'openid email profile',
    extra,
    isOidc: true,
    async identify(answer) {
      const proof = answer.claims() ?? {}
      const subject = readId(proof.sub)
      const userinfo = server.userinfo_endpoint
        ? await client.fetchUserInfo(configuration, answer.access_token, subject)
        : {}
      const claims: Claims = { ...proof, ...userinfo }
      return {
        provider,
        issuer: server.issuer,
        provider_account_id: subject,
        // Some providers send it as text. If it is missing, the address is not verified.
        email: provedEmail(claims.email, String(claims.email_verified) === 'true'),
        first_name: readName(claims.given_name ?? claims.name),
        last_name: readName(claims.given_name ? claims.family_name : ''),
        avatar: readAvatar(claims.picture),
        tokens: tokensOf(answer),
      }
    },
  }
}

/** In a header, the protocol's default, unless the provider requires a form field. */
async function secretShownAsAsked(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await load()
  return (server, ...request) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const show = ways.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    show(secret)(server, ...request)
  }
}

type Server = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
}

/** Plain OAuth 2: the endpoints are known beforehand. */
async function configure(server: Server, { id, secret }: Keys, fetch: CustomFetch) {
  const client = await load()
  const showSecret = client.ClientSecretPost(secret)
  const configuration = new client.Configuration(server, id, secret, showSecret)
  configuration[client.customFetch] = fetch
  if (isPlain(server.issuer)) client.allowInsecureRequests(configuration)
  return configuration
}

/** Plain http if the administrator entered it: inside a private network that is a choice. */
const isPlain = (address: string) => address.startsWith('http:')

async function askFor(configuration: Configuration, { access_token }: Answer, address: string) {
  const client = await load()
  return client.fetchProtectedResource(configuration, access_token, new URL(address), 'GET')
}

const membershipPath = (organization: string, { login }: Claims) =>
  `/orgs/${encodeURIComponent(organization)}/memberships/${encodeURIComponent(String(login))}`

/** Users who were invited but have not accepted are not members. */
async function refuseOutsider(membership: Response) {
  const { state } = membership.ok ? ((await membership.json()) as Claims) : {}
  if (state !== 'active') throw new AuthError('GITHUB_USER_NOT_IN_ORG')
}

function tokensOf(answer: Answer): Tokens {
  const seconds = answer.expiresIn()
  return {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? '',
    id_token: answer.id_token ?? '',
    access_token_expired_at:
      seconds === undefined ? null : new Date(Date.now() + seconds * 1000).toISOString(),
  }
}

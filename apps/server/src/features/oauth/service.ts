import { isProvider, type Provider } from '@cairn/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config'
import {
  connectAccount,
  findConnectedCredentials,
  findCredentials,
  markEmailProved,
  noteSignIn,
  prepareAccount,
  prepareProof,
} from '#features/account/service.ts'
import {
  AuthError,
  emailTaken,
  refuseClosedSignUp,
  refuseUnlessSetUp,
} from '#features/auth/service.ts'
import { isProviderUsable, readValues } from '#features/instance-settings/service.ts'
import { hashToken, randomToken } from '#kernel/auth/tokens.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import type { Egress } from '#kernel/egress/egress.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { fetchThrough } from './egress-fetch.ts'
import type { Identity, Tokens } from './identity.ts'
import { type Client, clientFor } from './providers.ts'
import { insertAttempt, takeAttempt } from './queries.ts'

export interface House {
  db: Db
  secrets: Secrets
  config: Config
  egress: Egress
  log: FastifyBaseLogger
}

const hex = '0123456789abcdef'
const sealedFor = 'oauth attempt'

/** Stored while the browser is at the provider. */
interface Attempt {
  nonce: string
  code_verifier: string
  redirect_uri: string
  next_path: string
}

const upper = (provider: Provider) => provider.toUpperCase() as Uppercase<Provider>
const providerError = (provider: Provider) =>
  new AuthError(`${upper(provider)}_OAUTH_PROVIDER_ERROR`)

/** A disabled provider is treated like one without keys. */
async function openClient(house: House, name: string): Promise<[Provider, Client]> {
  const { db, secrets, config, egress } = house
  await refuseUnlessSetUp(db)
  if (!isProvider(name)) throw new AuthError('OAUTH_NOT_CONFIGURED')
  const values = await readValues(db, secrets, config)
  if (!isProviderUsable(values, name)) throw new AuthError(`${upper(name)}_NOT_CONFIGURED`)
  const fetch = fetchThrough(egress)
  return [name, await orProviderError(house, name, clientFor(name, { values, config, fetch }))]
}

/** The user only sees that it failed; the reason is logged for the operator, never a token. */
async function orProviderError<T>({ log }: House, provider: Provider, work: Promise<T>) {
  try {
    return await work
  } catch (error) {
    if (error instanceof AuthError) throw error
    const { message, error: code, cause } = error as Error & { error?: string }
    const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
    log.warn({ provider, reason, code }, 'a sign-in provider failed')
    throw providerError(provider)
  }
}

export interface Start {
  provider: string
  /** The path the browser returns to. */
  callback: string
  origin: string
  next_path: string
}

/** Where to redirect the browser, and the secret it must bring back. */
export async function startSignIn(house: House, { provider: name, ...start }: Start) {
  const { db, secrets } = house
  const [, client] = await openClient(house, name)
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } =
    await import('openid-client')
  const state = randomToken(32, hex)
  const browser = randomToken(64)
  const attempt: Attempt = {
    nonce: randomNonce(),
    code_verifier: randomPKCECodeVerifier(),
    redirect_uri: `${start.origin}${start.callback}`,
    next_path: start.next_path,
  }
  const key = {
    state_hash: hashToken(state),
    browser_hash: hashToken(browser),
    callback: start.callback,
  }
  await insertAttempt(db, key, secrets.seal(JSON.stringify(attempt), sealedFor))
  const target = buildAuthorizationUrl(client.configuration, {
    ...client.extra,
    redirect_uri: attempt.redirect_uri,
    scope: client.scope,
    state,
    ...(client.isOidc && { nonce: attempt.nonce }),
    code_challenge: await calculatePKCECodeChallenge(attempt.code_verifier),
    code_challenge_method: 'S256',
  })
  return { target: target.href, browser }
}

export interface Return {
  provider: string
  callback: string
  /** The secret of the browser that started; a link sent by another user has none. */
  browser: string
  /** The provider's response, as a query. */
  answer: URLSearchParams
}

/** Takes the attempt this browser started; undefined if it is another browser's, or has expired. */
export async function recall({ db, secrets }: House, { callback, browser, answer }: Return) {
  const state = answer.get('state') ?? ''
  const key = { state_hash: hashToken(state), browser_hash: hashToken(browser), callback }
  const sealed = await takeAttempt(db, key)
  const opened = sealed && secrets.open(sealed, sealedFor)
  return opened ? (JSON.parse(opened) as Attempt) : undefined
}

/** Completes the sign-in; returns the user's account. */
export async function finishSignIn(
  house: House,
  { provider: name, answer }: Return,
  attempt: Attempt | undefined,
  ip: string,
): Promise<string> {
  const [provider, client] = await openClient(house, name)
  if (!attempt) throw providerError(provider)
  const identity = await orProviderError(house, provider, identify(client, answer, attempt))
  return enterAs(house, identity, ip)
}

async function identify(client: Client, answer: URLSearchParams, attempt: Attempt) {
  const { authorizationCodeGrant } = await import('openid-client')
  const url = new URL(attempt.redirect_uri)
  url.search = answer.toString()
  const granted = await authorizationCodeGrant(client.configuration, url, {
    // The attempt was found by it, so it is the state we sent.
    expectedState: answer.get('state') ?? '',
    pkceCodeVerifier: attempt.code_verifier,
    ...(client.isOidc && { expectedNonce: attempt.nonce, idTokenExpected: true }),
  })
  return client.identify(granted)
}

/** By the provider's id first: an address may get a new owner, an id does not. */
const findKnown = async (db: Db, identity: Identity) =>
  (await findConnectedCredentials(db, identity)) ??
  (identity.email ? await findCredentials(db, identity.email) : undefined)

async function enterAs(house: House, identity: Identity, ip: string): Promise<string> {
  const { db } = house
  const known = await findKnown(db, identity)
  if (known) return signInAs(house, known, identity, ip)
  const { email, first_name, last_name, avatar, provider } = identity
  if (!email) throw new AuthError('INVALID_EMAIL')
  await refuseClosedSignUp(db, house.config, email, { email })
  const createAccount = await prepareAccount({ email, first_name, last_name, avatar })
  const taken = new AuthError('USER_ALREADY_EXIST', { email })
  try {
    return await db
      .transaction()
      .execute(async (tx) => {
        const user_id = await createAccount(tx)
        await markEmailProved(tx, user_id)
        await noteSignIn(tx, user_id, ip, provider)
        await connect(house, tx, user_id, identity)
        return user_id
      })
      .catch(emailTaken(taken))
  } catch (error) {
    if (error !== taken) throw error
    // Another tab of the same user was faster: the account exists now.
    const made = await findCredentials(db, email)
    if (!made) throw error
    return signInAs(house, made, identity, ip)
  }
}

type Known = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

async function signInAs(house: House, known: Known, identity: Identity, ip: string) {
  const { id, email } = known
  if (!known.is_active) throw new AuthError('USER_ACCOUNT_DEACTIVATED', { email })
  const prove = identity.email === email ? await prepareProof(known) : undefined
  await house.db.transaction().execute(async (tx) => {
    await prove?.(tx)
    await noteSignIn(tx, id, ip, identity.provider)
    await connect(house, tx, id, identity)
  })
  return id
}

const sealedTokens = ['access_token', 'refresh_token', 'id_token'] as const

function sealTokens(secrets: Secrets, tokens: Tokens): Tokens {
  const sealed = { ...tokens }
  for (const name of sealedTokens) {
    if (tokens[name]) sealed[name] = secrets.seal(tokens[name], `provider ${name}`)
  }
  return sealed
}

function connect({ secrets }: House, tx: Tx, user_id: string, identity: Identity) {
  const { provider, issuer, provider_account_id, email, first_name, last_name, tokens } = identity
  return connectAccount(tx, user_id, {
    provider,
    issuer,
    provider_account_id,
    metadata: JSON.stringify({ email, name: `${first_name} ${last_name}`.trim() }),
    ...sealTokens(secrets, tokens),
  })
}

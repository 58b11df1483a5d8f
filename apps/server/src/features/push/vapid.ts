import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import type { Secrets } from '#kernel/secrets.ts'

/** The key pair that signs messages for push services (RFC 8292); subscriptions are bound to it. */
export interface Identity {
  /** Uncompressed point, base64url: the `applicationServerKey` of browsers. */
  publicKey: string
  privateKey: KeyObject
}

/** Push services accept up to 24. */
const LIFETIME_HOURS = 12

/**
 * Derived from the instance's secret, so that it is the same after every start, on every node and
 * after a restore, and is stored in no table.
 */
export function identityOf(secrets: Secrets): Identity {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secrets.keyFor('push messages'), 'hex')
  const point = pair.getPublicKey()
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', d: pair.getPrivateKey('base64url') },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  return { publicKey: point.toString('base64url'), privateKey }
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** The `Authorization` header for one push service. */
export function authorizationFor(
  { publicKey, privateKey }: Identity,
  endpoint: string,
  contact: string,
): string {
  const aud = new URL(endpoint).origin
  const exp = Math.floor(Date.now() / 1000) + LIFETIME_HOURS * 3600
  const claims = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ aud, exp, sub: contact })}`
  const signature = sign('sha256', Buffer.from(claims), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `vapid t=${claims}.${signature.toString('base64url')}, k=${publicKey}`
}

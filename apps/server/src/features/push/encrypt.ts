import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's push endpoint, and its public key and secret that messages are encrypted for. */
export interface Receiver {
  endpoint: string
  p256dh: string
  auth: string
}

const CURVE = 'prime256v1'
/** Maximum size of a body that every push service accepts (RFC 8030). */
const RECORD_BYTES = 4096
const SALT_BYTES = 16
const POINT_BYTES = 65

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Whether this is a valid public key to encrypt for. */
export function isReceiverKey(p256dh: string): boolean {
  const ours = createECDH(CURVE)
  ours.generateKeys()
  try {
    ours.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}

/** Random for every message; tests use those of the example in RFC 8291. */
interface Randomness {
  salt: Buffer
  privateKey: Buffer
}

/** Encrypts a message by RFC 8291, so that the push service cannot read it. */
export function encrypt(
  text: string,
  { p256dh, auth }: Pick<Receiver, 'p256dh' | 'auth'>,
  random?: Randomness,
): Buffer {
  const ours = createECDH(CURVE)
  if (random) ours.setPrivateKey(random.privateKey)
  else ours.generateKeys()
  const salt = random?.salt ?? randomBytes(SALT_BYTES)
  const theirPoint = Buffer.from(p256dh, 'base64url')
  const ourPoint = ours.getPublicKey()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirPoint, ourPoint])
  const shared = ours.computeSecret(theirPoint)
  const secret = derive(shared, Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const header = Buffer.alloc(SALT_BYTES + 5)
  salt.copy(header)
  header.writeUInt32BE(RECORD_BYTES, SALT_BYTES)
  header.writeUInt8(POINT_BYTES, SALT_BYTES + 4)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 marks the last record, here the only one.
  const encrypted = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()]
  return Buffer.concat([header, ourPoint, ...encrypted, cipher.getAuthTag()])
}

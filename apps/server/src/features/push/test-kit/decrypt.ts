import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** Decrypts the body of a message as a browser does, by RFC 8188 and RFC 8291. */
export function decrypt(body: Buffer, privateKey: Buffer, auth: Buffer): string {
  const browser = createECDH('prime256v1')
  browser.setPrivateKey(privateKey)
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length, -16)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, about, 32))
  const derived = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(info), length))
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derived('Content-Encoding: aes128gcm\0', 16),
    derived('Content-Encoding: nonce\0', 12),
  ).setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

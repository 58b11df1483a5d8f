import { createHmac } from 'node:crypto'
import { type Bucket, stampOf } from './bucket.ts'
import type { Upload } from './storage.ts'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The policy by which a bucket checks a posted form: this key, this type, this many bytes. */
export function signPost(bucket: Bucket, upload: Upload, now = new Date()): Record<string, string> {
  const { name, region, accessKeyId, secretAccessKey } = bucket
  const stamp = stampOf(now)
  const scope = [stamp.slice(0, 8), region, 's3', 'aws4_request']
  const fields = {
    'Content-Type': upload.type,
    key: upload.key,
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    'x-amz-credential': [accessKeyId, ...scope].join('/'),
    'x-amz-date': stamp,
  }
  const conditions = [
    { bucket: name },
    ['content-length-range', 1, upload.maxBytes],
    ...Object.entries(fields).map(([field, value]) => ({ [field]: value })),
  ]
  const expiration = upload.expiresAt.toISOString()
  const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64')
  return { ...fields, policy, 'x-amz-signature': signPolicy(secretAccessKey, scope, policy) }
}

export const signPolicy = (secretAccessKey: string, scope: string[], policy: string) =>
  hmac(scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`), policy).toString('hex')

import { randomUUID } from 'node:crypto'
import { type Bucket, openBucket } from '#kernel/storage/bucket.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, problem } = findingsOf('bucket')

/** Stores a small object, reads it and deletes it. */
export async function checkBucket(bucket: Bucket | null): Promise<Finding> {
  if (!bucket) return ok('No bucket is configured: files are stored in the data folder.')
  const { ask } = openBucket(bucket)
  const key = `doctor/${randomUUID()}`
  let step = 'stored'
  try {
    await ask('PUT', key, [200], { body: new Blob([key]) })
    step = 'read'
    const content = await (await ask('GET', key, [200])).text()
    if (content !== key) throw new Error('it has other content')
    step = 'deleted'
    await ask('DELETE', key, [200, 204])
    return ok(`An object was stored in ${bucket.name}, read and deleted.`)
  } catch (error) {
    return problem(
      `An object cannot be ${step} in ${bucket.url} (${reasonOf(error)}). Check the S3 settings and what the keys permit.`,
    )
  }
}

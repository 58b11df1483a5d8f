import type { Bucket } from './bucket.ts'
import { createLocalStorage } from './local-storage.ts'
import type { Storage } from './storage.ts'

/** The bucket's half is loaded only where there is one. */
export async function openStorage(
  bucket: Bucket | null,
  here: { folder: string; secret: string },
): Promise<Storage> {
  if (!bucket) return createLocalStorage(here)
  const { createS3Storage } = await import('./s3-storage.ts')
  return createS3Storage(bucket)
}

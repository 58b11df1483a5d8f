import type { Db } from '#kernel/database/schema.ts'

export async function addDemoWorkspace(_db: Db, _user_id: string): Promise<string> {
  return 'meridian'
}

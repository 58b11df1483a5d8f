import type { Db } from '#kernel/database/schema.ts'

/** Continuously writes data that permissions depend on, until it is disposed. */
export function changingRights(db: Db, user_id: string): AsyncDisposable {
  let isOver = false
  async function change(line: number) {
    for (let time = 0; !isOver; time += 1) {
      const first_name = `${line}.${time}`
      await db.updateTable('users').set({ first_name }).where('id', '=', user_id).execute()
    }
  }
  const lines = [1, 2].map(change)
  return {
    async [Symbol.asyncDispose]() {
      isOver = true
      await Promise.all(lines)
    },
  }
}

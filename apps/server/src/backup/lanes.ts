import type pg from 'pg'

/** Statements that do not depend on each other, each run by a connection that is free. */
export interface Lanes {
  add(statements: readonly string[]): void
  /** Throws if a statement failed: then nothing after it is of use. */
  check(): void
  /** Returns when all have run; `joining` connections help. */
  finish(joining?: readonly pg.Client[]): Promise<void>
}

/** Begins with what is added first. */
export function openLanes(connections: readonly pg.Client[] = []): Lanes {
  const waiting: string[] = []
  let isComplete = false
  let failure: { error: unknown } | undefined
  let changed = Promise.withResolvers<void>()

  function noteChange() {
    changed.resolve()
    changed = Promise.withResolvers()
  }

  async function run(connection: pg.Client) {
    try {
      while (!failure) {
        const statement = waiting.shift()
        if (statement) await connection.query(statement)
        else if (isComplete) return
        else await changed.promise
      }
    } catch (error) {
      failure ??= { error }
      noteChange()
    }
  }

  const check = () => {
    if (failure) throw failure.error
  }
  const running = connections.map(run)
  return {
    add(statements) {
      waiting.push(...statements)
      noteChange()
    },
    check,
    async finish(joining = []) {
      isComplete = true
      noteChange()
      await Promise.all([...running, ...joining.map(run)])
      check()
    },
  }
}

import { lookup } from '@cairn/contract'
import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Db } from './schema.ts'

/** A placeholder in a statement's text for a value that is not known yet. */
class Gap {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Every property is a placeholder for its value. */
const gaps = new Proxy({}, { get: (_, name) => new Gap(String(name)) })

/**
 * A statement whose text is composed once per `shape`, and then only gets its values: composing a
 * long one costs more than everything else this process does for a small write. Everything that
 * changes the text must be in the shape, not in the values.
 */
export function writtenOnce<Shape, Values extends object, Row>(
  keyOf: (shape: Shape) => string,
  write: (shape: Shape, values: Required<Values>) => RawBuilder<Row>,
) {
  const written = new Map<string, CompiledQuery<Row>>()
  return (db: Db, shape: Shape, values: Values): CompiledQuery<Row> => {
    const key = keyOf(shape)
    const known = written.get(key) ?? write(shape, gaps as Required<Values>).compile(db)
    written.set(key, known)
    const given = values as Record<string, unknown>
    return {
      ...known,
      parameters: known.parameters.map((one) =>
        one instanceof Gap ? lookup(given, one.name) : one,
      ),
    }
  }
}

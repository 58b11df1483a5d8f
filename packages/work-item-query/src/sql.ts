export type Value = string | number | null | readonly string[]

/** A piece of SQL with its values kept separate: a value is never part of the text. */
export interface Sql {
  readonly text: readonly string[]
  readonly values: readonly (Value | Sql)[]
}

export const sql = (text: TemplateStringsArray, ...values: (Value | Sql)[]): Sql => ({
  text,
  values,
})

/** Only for our own text, never user input. */
export const raw = (text: string): Sql => ({ text: [text], values: [] })

const isSql = (value: Value | Sql): value is Sql =>
  typeof value === 'object' && value !== null && 'text' in value

export function join(parts: readonly Sql[], between: string): Sql {
  if (parts.length === 0) return raw('')
  return { text: ['', ...parts.slice(1).map(() => between), ''], values: parts }
}

const brackets = (part: Sql) => sql`(${part})`

export const and = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? raw('true') : join(parts.map(brackets), ' and ')

export const or = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? raw('false') : join(parts.map(brackets), ' or ')

export interface Statement {
  text: string
  values: Value[]
}

/** `placeholder` returns the dialect's name of the n-th value, counted from one. */
export function render(piece: Sql, placeholder: (n: number) => string): Statement {
  const values: Value[] = []
  const write = ({ text, values: inner }: Sql): string =>
    text.reduce((written, part, n) => {
      const value = inner[n - 1] ?? null
      if (isSql(value)) return written + write(value) + part
      values.push(value)
      return written + placeholder(values.length) + part
    })
  return { text: write(piece), values }
}

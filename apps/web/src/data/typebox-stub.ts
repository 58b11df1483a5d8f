/**
 * Stands in for `typebox` in the browser (see `vite.config.ts`). The contract's schemas are run by the
 * server alone; here they only have to be buildable, so that endpoints can say their method and path.
 */
const plain = (options?: object) => ({ ...options })
const around = (_inner: object, options?: object) => ({ ...options })
const same = <Schema>(schema: Schema) => schema

export const Type = {
  Array: around,
  Boolean: plain,
  Integer: plain,
  Literal: plain,
  Null: plain,
  Number: plain,
  /** The one schema whose inside the contract reads, to spread it into others. */
  Object: <Properties>(properties: Properties) => ({ properties }),
  Optional: same,
  Partial: same,
  Pick: same,
  Record: plain,
  String: plain,
  Union: plain,
  Unknown: plain,
  Unsafe: plain,
}

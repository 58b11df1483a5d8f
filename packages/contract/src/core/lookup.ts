/**
 * The entry of a table for a name that may come from outside. Every object also has inherited names
 * ("constructor", "__proto__"), so `table[name]` would find those.
 */
export const lookup = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

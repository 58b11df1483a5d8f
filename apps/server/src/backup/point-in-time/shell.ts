/** A path in a command that PostgreSQL runs; it replaces `%p` and `%f` itself. */
export const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A folder's own percent signs must not be replaced. */
export const settingFor = (command: string) => command.replaceAll(/%(?![pf])/g, '%%')

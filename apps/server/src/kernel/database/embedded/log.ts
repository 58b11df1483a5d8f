type LogMethod = (fields: object | string, message?: string) => void

/** The part of the server's logger that the database's keeper needs. */
export interface Log {
  info: LogMethod
  warn: LogMethod
  error: LogMethod
}

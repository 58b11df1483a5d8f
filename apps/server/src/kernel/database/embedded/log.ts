type LogMethod = (fields: object | string, message?: string) => void

/** The part of the server's logger that the embedded database needs. */
export interface Log {
  info: LogMethod
  warn: LogMethod
  error: LogMethod
}

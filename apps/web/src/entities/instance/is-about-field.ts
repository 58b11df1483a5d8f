import { ApiError } from '#data/api.ts'

/** Whether the server refused the value of this field. */
export const isAboutField = (error: unknown, field: string): boolean =>
  error instanceof ApiError &&
  typeof error.body === 'object' &&
  error.body !== null &&
  Object.hasOwn(error.body, field)

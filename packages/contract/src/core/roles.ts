/** The same three numbers at workspace and at project level. */
export const ADMIN = 20
export const MEMBER = 15
export const GUEST = 5

export type Role = typeof ADMIN | typeof MEMBER | typeof GUEST

const shape =
  /^[^\s@"<>(),:;[\]\\]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/** The address as stored, or null if it is invalid. */
export function readEmail(typed: string): string | null {
  const email = typed.trim().toLowerCase()
  return email.length <= 255 && shape.test(email) ? email : null
}

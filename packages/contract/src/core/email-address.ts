const shape =
  /^[^\s@"<>(),:;[\]\\]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

/** The address as we store it, or null when it is none. */
export function readEmail(typed: string): string | null {
  const email = typed.trim().toLowerCase()
  return email.length <= 255 && shape.test(email) ? email : null
}

import { createHash, randomInt } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

export const randomToken = (length: number, letters = alphabet) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** The stored form of a secret: enough to recognize it, not enough to use it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

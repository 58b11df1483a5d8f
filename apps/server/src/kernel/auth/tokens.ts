import { createHash, randomInt } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'

export const randomToken = (length: number, letters = alphabet) =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** What is stored of a secret: enough to recognise it, not enough to use it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

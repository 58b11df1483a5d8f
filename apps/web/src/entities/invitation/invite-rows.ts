import { MEMBER, type Role, readEmail } from '@cairn/contract'

export interface InviteRow {
  key: number
  email: string
  role: Role
}

/** The server's limit for one request. */
export const MAX_ROWS = 100

let count = 0

export function newRow(email = '', role: Role = MEMBER): InviteRow {
  count += 1
  return { key: count, email, role }
}

/** A pasted list of emails, or undefined for anything else. */
export function readList(text: string): string[] | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return parts.length > 1 && parts.some((part) => part.includes('@')) ? parts : undefined
}

/** Replaces the row with one row for each email. */
export const spread = (rows: InviteRow[], at: InviteRow, emails: string[]): InviteRow[] =>
  rows
    .flatMap((row) => (row.key === at.key ? emails.map((email) => newRow(email, at.role)) : [row]))
    .slice(0, MAX_ROWS)

type RowProblem = 'missing' | 'invalid' | 'twice'

export function problemsOf(rows: readonly InviteRow[]): Map<number, RowProblem> {
  const seen = new Set<string>()
  const problems = new Map<number, RowProblem>()
  for (const { key, email: typed } of rows) {
    const email = readEmail(typed)
    if (!typed.trim()) problems.set(key, 'missing')
    else if (!email) problems.set(key, 'invalid')
    else if (seen.has(email)) problems.set(key, 'twice')
    if (email) seen.add(email)
  }
  return problems
}

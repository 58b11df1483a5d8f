import { randomUUID } from 'node:crypto'
import { ADMIN, GUEST, MEMBER } from '@cairn/contract'
import type { ClientBase } from 'pg'
import type { Random } from '../../apps/server/src/features/demo/random.ts'
import { copyRows } from './copy.ts'
import { firstNames, lastNames } from './words.ts'

export interface Person {
  id: string
  email: string
  first_name: string
  last_name: string
  role: number
}

/** The first is the administrator who can sign in; one in ten is a guest. */
export function makePeople(count: number, slug: string, random: Random): Person[] {
  return Array.from({ length: Math.max(count, 1) }, (_, index) => ({
    id: randomUUID(),
    email: index === 0 ? `admin@${slug}.example` : `person-${index}@${slug}.example`,
    first_name: index === 0 ? 'Ada' : random.oneOf(firstNames),
    last_name: random.oneOf(lastNames),
    role: index === 0 ? ADMIN : index % 10 === 9 ? GUEST : MEMBER,
  }))
}

export async function copyPeople(
  client: ClientBase,
  people: readonly Person[],
  adminsHash: string,
): Promise<void> {
  await copyRows(
    client,
    'users',
    ['id', 'username', 'email', 'password_hash', 'first_name', 'last_name', 'display_name'],
    people.map(({ id, email, first_name, last_name }, index) => [
      id,
      id.replaceAll('-', ''),
      email,
      // No hash matches it: the others cannot sign in.
      index === 0 ? adminsHash : 'none',
      first_name,
      last_name,
      `${first_name} ${last_name}`,
    ]),
  )
  await copyRows(
    client,
    'profiles',
    ['user_id', 'is_onboarded', 'is_tour_completed'],
    people.map(({ id }) => [id, true, true]),
  )
}

import { DAY_MS } from '@cairn/calendar'
import type { IntakeItemPatch, Priority } from '@cairn/contract'
import { changeIntakeItem, createIntakeItem } from '#features/intake/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { makeOlder } from './queries.ts'

interface Request {
  name: string
  text: string
  priority?: Priority
  /** Days since it was requested. */
  age: number
  /** The decision, with the number of an item it may refer to. */
  decided?: (idOf: (number: number) => string) => IntakeItemPatch
}

/** Oldest first, in order of arrival. */
const requests: readonly Request[] = [
  {
    name: 'Warn when the last ferry has left',
    text: 'We got to the pier at six, but the last ferry left at five.',
    age: 46,
    priority: 'high',
    decided: () => ({ status: 1 }),
  },
  {
    name: 'Sell printed maps in the app',
    text: 'Some of our guests still prefer paper. Could the app offer prints of a planned route?',
    age: 41,
    decided: () => ({ status: -1 }),
  },
  {
    name: 'GPX export drops the surface type of gravel roads',
    text: 'Gravel roads are exported as unknown. The map shows them correctly.',
    age: 33,
    priority: 'medium',
    decided: (idOf) => ({ status: 2, duplicate_to: idOf(9) }),
  },
  {
    name: 'Winter routes with avalanche levels',
    text: "Let's revisit this before the season starts.",
    age: 18,
    decided: () => ({
      status: 0,
      snoozed_till: new Date(Date.now() + 12 * DAY_MS).toISOString(),
    }),
  },
  {
    name: 'Track recording stops after a phone call',
    text: 'Since the last update, recording stops when I get a call, without any notice.',
    priority: 'urgent',
    age: 9,
  },
  {
    name: 'Share my location with the hut I booked',
    text: 'So they know when to expect us for dinner.',
    age: 7,
  },
  {
    name: 'Contour labels are hard to read with sunglasses on',
    text: 'Brown on green is invisible through polarized lenses. Darker labels would help.',
    priority: 'medium',
    age: 5,
  },
  {
    name: 'Import routes from guidebooks by QR code',
    text: 'Our guidebooks print one next to each route. Right now it only opens the website.',
    priority: 'low',
    age: 3,
  },
  {
    name: 'Battery drains in the backpack while nothing is recording',
    text: 'It went from 100% to 40% in one morning with the app closed.',
    priority: 'high',
    age: 1,
  },
  {
    name: 'Show which springs dry up in late summer',
    text: 'Two of the three springs on the ridge were dry in September.',
    age: 0,
  },
]

/** Requests in the intake, some of them decided. */
export async function askForThings(
  db: Db,
  as: (n: number) => ProjectMember,
  idOf: (number: number) => string,
) {
  for (const [n, { name, text, priority, age, decided }] of requests.entries()) {
    const issue = { name, description_html: `<p>${text}</p>`, ...(priority && { priority }) }
    const asker = as(n % 5)
    const { id } = (await createIntakeItem(db, asker, { issue })).issue
    if (decided) await changeIntakeItem(db, as(0), id, decided(idOf))
    await makeOlder(db, asker, id, age)
  }
}

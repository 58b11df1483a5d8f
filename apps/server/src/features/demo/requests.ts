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
  /** Days since it was asked for. */
  age: number
  /** What was decided, with the number of an item it may be about. */
  decided?: (idOf: (number: number) => string) => IntakeItemPatch
}

/** The oldest first, as they came in. */
const requests: readonly Request[] = [
  {
    name: 'Warn before a ferry that no longer runs today',
    text: 'We stood at the pier at six. The last boat had left at five.',
    age: 46,
    priority: 'high',
    decided: () => ({ status: 1 }),
  },
  {
    name: 'Sell printed maps in the app',
    text: 'Some of our guests still want paper. Could the app offer a print of the planned route?',
    age: 41,
    decided: () => ({ status: -1 }),
  },
  {
    name: 'GPX export misses the surface of gravel roads',
    text: 'Gravel shows as unknown in the exported file. The map itself has it right.',
    age: 33,
    priority: 'medium',
    decided: (idOf) => ({ status: 2, duplicate_to: idOf(9) }),
  },
  {
    name: 'Winter routes with avalanche levels',
    text: 'Worth another look when the season begins.',
    age: 18,
    decided: () => ({
      status: 0,
      snoozed_till: new Date(Date.now() + 12 * DAY_MS).toISOString(),
    }),
  },
  {
    name: 'Track recording stops after a phone call',
    text: 'Since the last update the recording ends as soon as somebody calls. Nothing tells me.',
    priority: 'urgent',
    age: 9,
  },
  {
    name: 'Share my position with the hut I booked',
    text: 'So that they know whether to keep the soup warm.',
    age: 7,
  },
  {
    name: 'Contour labels are hard to read with sunglasses on',
    text: 'Brown on green disappears behind polarised glass. Darker figures would help.',
    priority: 'medium',
    age: 5,
  },
  {
    name: 'Import routes from a paper guide by its QR code',
    text: 'Our guide books print one beside each route. Today they open the web page only.',
    priority: 'low',
    age: 3,
  },
  {
    name: 'Battery drains in the rucksack although nothing is recorded',
    text: 'From full to forty per cent in a morning, with the app closed.',
    priority: 'high',
    age: 1,
  },
  {
    name: 'Show which springs run dry in late summer',
    text: 'Two of three on the ridge were dry in September.',
    age: 0,
  },
]

/** What people asked for, some of it decided. */
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

import type { SeedCycle } from '#features/cycles/service.ts'

/** Two weeks each, consecutive; the third is running. */
export const cyclesOf = (owners: readonly string[]): SeedCycle[] =>
  [
    {
      name: 'Cycle 22',
      description: 'Open maps without a signal.',
      start_day: -40,
      end_day: -27,
    },
    {
      name: 'Cycle 23',
      description: 'Track recording that resumes after a crash.',
      ...{ start_day: -26, end_day: -11 },
    },
    {
      name: 'Cycle 24',
      description: 'Downloads continue when the phone is locked, and the map opens faster.',
      ...{ start_day: -10, end_day: 7 },
    },
    {
      name: 'Cycle 25',
      description: 'Feedback from beta testers.',
      ...{ start_day: 8, end_day: 21 },
    },
    { name: 'Accessibility pass', description: '', start_day: null, end_day: null },
  ].map((cycle, index) => ({ ...cycle, owned_by_id: owners[index % owners.length] ?? '' }))

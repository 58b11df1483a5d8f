import type { SeedCycle } from '#features/cycles/service.ts'

/** Two weeks each, one after the other; the third runs. */
export const cyclesOf = (owners: readonly string[]): SeedCycle[] =>
  [
    {
      name: 'Cycle 22',
      description: 'Maps that open without a signal.',
      start_day: -40,
      end_day: -27,
    },
    {
      name: 'Cycle 23',
      description: 'Recording a track, and resuming it after a crash.',
      ...{ start_day: -26, end_day: -11 },
    },
    {
      name: 'Cycle 24',
      description:
        'Downloads that survive a locked phone, and a map that opens before you reach the trailhead.',
      ...{ start_day: -10, end_day: 7 },
    },
    {
      name: 'Cycle 25',
      description: 'What the beta testers asked for.',
      ...{ start_day: 8, end_day: 21 },
    },
    { name: 'Accessibility pass', description: '', start_day: null, end_day: null },
  ].map((cycle, index) => ({ ...cycle, owned_by_id: owners[index % owners.length] ?? '' }))

import type { SeedModule } from '#features/modules/service.ts'

/** The parts of the app, named as its team would. */
export const modulesOf = (people: readonly string[]): SeedModule[] =>
  [
    {
      name: 'Offline maps',
      description: 'Everything a hiker needs where there is no signal.',
      status: 'in-progress' as const,
      ...{ start_day: -24, target_day: 12, about: 'offline|download|tiles|cache|region' },
    },
    {
      name: 'Route planner',
      description: 'Plan, edit and share a route.',
      status: 'in-progress' as const,
      ...{ start_day: -9, target_day: 26, about: 'route|waypoint|gpx|undo' },
    },
    {
      name: 'Recording and safety',
      description: 'Reliable track recording and timely warnings.',
      status: 'planned' as const,
      ...{ start_day: 13, target_day: 48, about: 'record|track|battery|sunset|daylight|warn' },
    },
    {
      name: 'Accessibility',
      description: '',
      status: 'backlog' as const,
      ...{ start_day: null, target_day: null, about: 'voiceover|color-blind|touch|reading|talk' },
    },
    {
      name: 'Map style',
      description: 'A consistent style at every zoom level, day and night.',
      status: 'completed' as const,
      ...{ start_day: -70, target_day: -25, about: 'contour|style|zoom|scale|icon|compass' },
    },
  ].map((module, index) => ({
    ...module,
    lead_id: people[index % people.length] ?? '',
    member_ids: people.slice(index, index + 4),
  }))

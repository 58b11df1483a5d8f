import type { SeedModule } from '#features/modules/service.ts'

/** What the app is made of, as its makers speak of it. */
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
      description: 'From the first point to a route that can be shared.',
      status: 'in-progress' as const,
      ...{ start_day: -9, target_day: 26, about: 'route|waypoint|gpx|undo' },
    },
    {
      name: 'Recording and safety',
      description: 'Tracks that survive the day, and warnings that come in time.',
      status: 'planned' as const,
      ...{ start_day: 13, target_day: 48, about: 'record|track|battery|sunset|daylight|warn' },
    },
    {
      name: 'Accessibility',
      description: '',
      status: 'backlog' as const,
      ...{ start_day: null, target_day: null, about: 'voiceover|colour-blind|touch|reading|talk' },
    },
    {
      name: 'Map style',
      description: 'One look at every zoom, by day and by night.',
      status: 'completed' as const,
      ...{ start_day: -70, target_day: -25, about: 'contour|style|zoom|scale|icon|compass' },
    },
  ].map((module, index) => ({
    ...module,
    lead_id: people[index % people.length] ?? '',
    member_ids: people.slice(index, index + 4),
  }))

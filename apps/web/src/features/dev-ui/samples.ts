import type { Person } from '#ui/people/avatar.tsx'

export const people: Person[] = [
  { id: 'maya', name: 'Maya Okafor' },
  { id: 'jonas', name: 'Jonas Lindqvist' },
  { id: 'priya', name: 'Priya Raman' },
  { id: 'aiko', name: 'Aiko Sato' },
  { id: 'tomas', name: 'Tomás Herrera' },
]

export const titles = [
  'Offline tiles stop downloading when the phone locks',
  'Show elevation profile while recording a track',
  'Reduce cold start of the map view to under 800 ms',
  'Contour lines flicker at zoom level 13',
  'Ask before deleting a region that a planned route still needs',
  'Let hikers report a closed path from the map',
]

export const labels = [
  { value: 'bug', label: 'Bug', colour: '#ca5747' },
  { value: 'ios', label: 'iOS', colour: '#3d81d4' },
  { value: 'offline', label: 'Offline', colour: '#359e8b' },
  { value: 'design', label: 'Design', colour: '#b861b6' },
  { value: 'performance', label: 'Performance', colour: '#d18223' },
]

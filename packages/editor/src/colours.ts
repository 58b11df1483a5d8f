/** The colours text, its background, cells and callouts may have; the names are kept, not the values. */
export const colours = [
  'gray',
  'peach',
  'pink',
  'orange',
  'green',
  'light-blue',
  'dark-blue',
  'purple',
] as const

export type Colour = (typeof colours)[number]

/** The colors of text, backgrounds, cells and callouts; the names are stored, not the values. */
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

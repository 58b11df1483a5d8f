import type { ReactNode } from 'react'

/** Given to a sentence of the catalogue in its value's place. */
export const mark = '\u0000'

/** The sentence with its value put in as an element: it stands where the language wants it. */
export function withValue(sentence: string, value: ReactNode) {
  const [before = '', after = ''] = sentence.split(mark)
  return (
    <>
      {before}
      {value}
      {after}
    </>
  )
}

import type { ReactNode } from 'react'

/** Placeholder for the value in a sentence of the catalog. */
export const mark = '\u0000'

/** The sentence with its value as an element, at the position the language requires. */
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

import type { Colour } from '@cairn/editor'

interface ColourSampleProps {
  kind: 'textColour' | 'backgroundColour'
  colour: Colour | null
}

/** A letter in the color, or on it. */
export function ColourSample({ kind, colour }: ColourSampleProps) {
  const attribute = kind === 'textColour' ? 'data-text-color' : 'data-background-color'
  return (
    <span
      aria-hidden
      {...(colour && { [attribute]: colour })}
      className="colour-sample grid size-4.5 shrink-0 place-items-center rounded-sm border border-line text-small leading-none font-semibold before:content-['A']"
    />
  )
}

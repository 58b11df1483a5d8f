import { type Colour, colours } from '@cairn/editor'
import { useTranslation } from '#data/i18n.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { ColourSample } from './colour-sample.tsx'
import { preserveSelection } from './toolbar.tsx'

interface ColourGridProps {
  kind: 'textColour' | 'backgroundColour'
  label: string
  value: string | null
  onPick: (colour: Colour | null) => void
}

/** Eight colors and none. */
export function ColourGrid({ kind, label, value, onPick }: ColourGridProps) {
  const { t } = useTranslation()
  return (
    <fieldset aria-label={label}>
      <legend className="pb-1 text-micro font-medium text-ink-3">{label}</legend>
      <div className="flex gap-1">
        {[null, ...colours].map((colour) => {
          const name = t(`editor.colours.${colour ?? 'default'}`)
          return (
            <Tooltip key={name} label={name}>
              <button
                type="button"
                aria-label={name}
                aria-pressed={colour === value}
                onMouseDown={preserveSelection}
                onClick={() => onPick(colour)}
                className="focus-inset grid size-6 place-items-center rounded-sm hover:bg-hover aria-pressed:bg-pressed max-md:size-8"
              >
                <ColourSample kind={kind} colour={colour} />
              </button>
            </Tooltip>
          )
        })}
      </div>
    </fieldset>
  )
}

import { type Colour, colours } from '@cairn/editor'
import { Palette } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'

interface StickyColoursProps {
  value: Colour
  onPick: (colour: Colour) => void
}

export function StickyColours({ value, onPick }: StickyColoursProps) {
  const { t } = useTranslation()
  const title = t('stickies.colours')
  return (
    <Popover
      label={title}
      align="start"
      trigger={<IconButton size="sm" icon={Palette} label={t('stickies.change_colour')} />}
    >
      {(close) => (
        <>
          <h3 className="mb-2 text-small font-medium text-ink-3">{title}</h3>
          <div className="flex gap-1.5 max-md:gap-2">
            {colours.map((colour) => {
              const name = t(`editor.colours.${colour}`)
              return (
                <Tooltip key={colour} label={name}>
                  <button
                    type="button"
                    aria-label={name}
                    aria-pressed={colour === value}
                    data-background-color={colour}
                    onClick={() => {
                      onPick(colour)
                      close()
                    }}
                    className="sticky-card size-6 rounded-full border aria-pressed:outline-2 aria-pressed:outline-offset-1 aria-pressed:outline-accent max-md:size-8"
                  />
                </Tooltip>
              )
            })}
          </div>
        </>
      )}
    </Popover>
  )
}

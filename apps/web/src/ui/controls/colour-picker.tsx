import { useId, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Tooltip } from '../overlays/tooltip.tsx'
import { classNames } from '../theme/class-names.ts'
import { Input } from './input.tsx'
import { labelColours, readHex } from './label-colours.ts'

interface ColourPickerProps {
  label: string
  value: string | null
  onChange: (hex: string) => void
  /** Without the field for other colors. */
  presetsOnly?: boolean
}

/** Sixteen label colors and a field for any other; for a form or a `Popover`. */
export function ColourPicker({ label, value, onChange, presetsOnly = false }: ColourPickerProps) {
  const { t } = useTranslation()
  const name = useId()
  const [typed, setTyped] = useState<string>()
  const chosen = value?.toLowerCase()

  function handleTyped(text: string) {
    setTyped(text)
    const hex = readHex(text)
    if (hex) onChange(hex)
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <fieldset aria-label={label} className="flex flex-wrap gap-1.5 max-md:gap-4">
        {labelColours.map((colour) => {
          const words = t(`ui.colours.${colour.name}`)
          return (
            <Tooltip key={colour.name} label={words}>
              <input
                type="radio"
                name={name}
                aria-label={words}
                checked={chosen === colour.hex}
                onChange={() => {
                  setTyped(undefined)
                  onChange(colour.hex)
                }}
                style={{ background: colour.hex }}
                className={classNames(
                  'hit size-4.5 appearance-none rounded-full forced-color-adjust-none',
                  'checked:outline-2 checked:outline-offset-2 checked:outline-focus',
                )}
              />
            </Tooltip>
          )
        })}
      </fieldset>
      {!presetsOnly && (
        <div className="w-28">
          <Input
            hideLabel
            label={t('ui.hex_colour')}
            placeholder="#1a96a1"
            maxLength={7}
            spellCheck={false}
            value={typed ?? value ?? ''}
            onChange={(event) => handleTyped(event.target.value)}
            onBlur={() => setTyped(undefined)}
            icon={
              <span
                className="size-3 shrink-0 rounded-full border border-line bg-hover"
                style={{ background: value ?? undefined }}
              />
            }
          />
        </div>
      )}
    </div>
  )
}

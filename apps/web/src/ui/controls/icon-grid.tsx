import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { logoIcons } from '../icons/logo-icons.ts'
import { iconName, type LogoValue } from '../icons/logo-value.ts'
import { ColourPicker } from './colour-picker.tsx'
import { enterGrid, moveInGrid } from './picker-grid.ts'
import { SearchInput } from './search-input.tsx'

type IconValue = NonNullable<LogoValue['icon']>

interface IconGridProps {
  value: LogoValue['icon']
  onPick: (icon: IconValue) => void
  onDone: () => void
}

const defaultColour = '#1a96a1'

export function IconGrid({ value, onPick, onDone }: IconGridProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [colour, setColour] = useState(value?.color ?? defaultColour)
  const grid = useRef<HTMLDivElement>(null)
  const current = value?.name && iconName(value.name)
  const found = Object.entries(logoIcons).filter(([name]) => name.includes(iconName(typed.trim())))

  function pickColour(hex: string) {
    setColour(hex)
    if (value?.name) onPick({ name: value.name, color: hex })
  }

  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-col gap-2 p-2">
        <SearchInput
          label={t('ui.search_icons')}
          value={typed}
          onChange={setTyped}
          onKeyDown={(event) => enterGrid(event, grid.current)}
        />
        <div className="mx-1 w-46.5">
          <ColourPicker label={t('ui.colour')} value={colour} onChange={pickColour} presetsOnly />
        </div>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are the controls; this only moves between them */}
      <div
        ref={grid}
        onKeyDown={moveInGrid}
        className="relative grid min-h-0 grow auto-rows-max grid-cols-9 overflow-y-auto px-2 pb-2"
      >
        {found.map(([name, icon]) => (
          <button
            key={name}
            type="button"
            data-cell
            tabIndex={-1}
            title={name}
            aria-label={name.replaceAll('-', ' ')}
            aria-pressed={name === current}
            onClick={() => {
              onPick({ name, color: colour })
              onDone()
            }}
            className="focus-inset grid h-8 place-items-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink aria-pressed:bg-selected"
          >
            <Icon of={icon} />
          </button>
        ))}
        {found.length === 0 && (
          <p className="col-span-9 px-1 py-2 text-ink-3">{t('ui.no_matches')}</p>
        )}
      </div>
    </div>
  )
}

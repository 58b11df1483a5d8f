import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import type { Plot } from './progress-chart.tsx'
import type { Unit } from './shares.ts'

interface UnitMenuProps {
  unit: Unit
  onUnit: ((unit: Unit) => void) | undefined
  plot: Plot
  onPlot: (plot: Plot) => void
}

const units = ['issues', 'points'] as const
const plots = ['burndown', 'burnup'] as const

/** The unit of the chart, and its direction. */
export function UnitMenu({ unit, onUnit, plot, onPlot }: UnitMenuProps) {
  const { t } = useTranslation()
  const ofUnits: MenuEntry[] = onUnit
    ? [
        ...units.map((one) => ({
          label: t(`progress.units.${one}`),
          checked: one === unit,
          onSelect: () => onUnit(one),
        })),
        'line',
      ]
    : []
  return (
    <Menu
      align="end"
      trigger={
        <Button
          size="sm"
          variant="ghost"
          after={<Icon of={ChevronDown} size={14} className="text-ink-3" />}
        >
          {t(`progress.units.${unit}`)}
        </Button>
      }
      items={[
        ...ofUnits,
        ...plots.map((one) => ({
          label: t(`progress.${one}`),
          checked: one === plot,
          onSelect: () => onPlot(one),
        })),
      ]}
    />
  )
}

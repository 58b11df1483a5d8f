import { type Health, healths } from '@cairn/contract'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tag, type Tone } from '#ui/people/badge.tsx'

const looks: Record<Health, { fill: string; mark: string; tone: Tone }> = {
  on_track: { fill: 'var(--success)', mark: 'M4.2 7.2 6.2 9.2 9.9 5', tone: 'success' },
  at_risk: { fill: 'var(--warning)', mark: 'M7 3.6V7.4M7 10V10.1', tone: 'warning' },
  off_track: { fill: 'var(--danger)', mark: 'M4.9 4.9 9.1 9.1M9.1 4.9 4.9 9.1', tone: 'danger' },
}

/** A filled circle with a distinct symbol, so that they differ not only by color. */
export function HealthIcon({ health }: { health: Health | null }) {
  return (
    <svg
      width={14}
      height={14}
      viewBox="0 0 14 14"
      aria-hidden
      className="shrink-0 forced-color-adjust-none"
    >
      {health ? (
        <>
          <circle cx={7} cy={7} r={6.5} fill={looks[health].fill} />
          <path
            d={looks[health].mark}
            fill="none"
            stroke="var(--on-solid)"
            strokeWidth={1.5}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      ) : (
        <circle
          cx={7}
          cy={7}
          r={5.75}
          fill="none"
          stroke="var(--ink-3)"
          strokeWidth={1.5}
          strokeDasharray="2.4 2.1"
        />
      )}
    </svg>
  )
}

/** "On track" next to its circle; "No update" if there is none. */
export function HealthText({ health }: { health: Health | null }) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <HealthIcon health={health} />
      {t(`updates.health.${health ?? 'none'}`)}
    </span>
  )
}

export function HealthTag({ health }: { health: Health }) {
  const { t } = useTranslation()
  return <Tag tone={looks[health].tone}>{t(`updates.health.${health}`)}</Tag>
}

interface HealthPickerProps {
  value: Health
  onChange: (health: Health) => void
}

export function HealthPicker({ value, onChange }: HealthPickerProps) {
  const { t } = useTranslation()
  const name = t(`updates.health.${value}`)
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${t('updates.health.label')}: ${name}`}
          icon={<HealthIcon health={value} />}
          after={<Icon of={ChevronDown} size={14} className="text-ink-3" />}
        >
          {name}
        </Button>
      }
      items={healths.map((health) => ({
        label: t(`updates.health.${health}`),
        icon: <HealthIcon health={health} />,
        checked: health === value,
        onSelect: () => onChange(health),
      }))}
    />
  )
}

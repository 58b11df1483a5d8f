import { useTranslation } from '#data/i18n.ts'
import { classNames } from '#ui/theme/class-names.ts'
import type { Strength } from './password-strength.ts'

const bars: Record<Strength, [number, string]> = {
  empty: [0, ''],
  too_short: [1, 'bg-danger'],
  unknown: [0, ''],
  weak: [1, 'bg-danger'],
  strong: [3, 'bg-success'],
}

export function StrengthMeter({ strength }: { strength: Strength }) {
  const { t } = useTranslation()
  const [filled, colour] = bars[strength]
  return (
    <div className="mt-2 flex flex-col gap-1.5">
      <div aria-hidden className="flex gap-1">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={classNames(
              'h-1 grow rounded-full forced-color-adjust-none',
              bar <= filled ? colour : 'bg-pressed',
            )}
          />
        ))}
      </div>
      <p
        role="status"
        className={classNames(
          'text-small',
          strength === 'strong'
            ? 'text-success-ink'
            : strength === 'empty' || strength === 'unknown'
              ? 'text-ink-3'
              : 'text-danger-ink',
        )}
      >
        {t(`auth.strength.${strength}`)}
      </p>
    </div>
  )
}

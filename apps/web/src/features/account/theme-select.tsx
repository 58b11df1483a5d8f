import { useTranslation } from '#data/i18n.ts'
import { useSaveTheme } from '#entities/account/change-hooks.ts'
import { useMyProfile } from '#entities/account/hooks.ts'
import { coloursIn, customTheme } from '#entities/account/saved-theme.ts'
import { Select } from '#ui/controls/select.tsx'
import { toast } from '#ui/feedback/toast.ts'
import type { CustomColours } from '#ui/theme/custom-theme.ts'
import { type ThemeChoice, themes, useTheme } from '#ui/theme/theme.ts'

const choices = ['system', ...themes, 'custom'] as const satisfies readonly ThemeChoice[]

export function ThemeSelect() {
  const { t } = useTranslation()
  const { theme } = useMyProfile()
  const { choice } = useTheme()
  const save = useSaveTheme()

  function pick(next: ThemeChoice) {
    if (next === choice) return
    save.mutate(next === 'custom' ? customTheme(coloursIn(theme)) : { theme: next }, {
      onSuccess: () => toast({ kind: 'success', title: t('account.preferences.theme_saved') }),
    })
  }

  return (
    <Select
      label={t('account.preferences.theme')}
      hideLabel
      options={choices.map((value) => ({
        value,
        label: t(`account.preferences.themes.${value}`),
        icon: <Swatch of={value} colours={coloursIn(theme)} />,
      }))}
      value={choice}
      onChange={pick}
    />
  )
}

/** Background, line and accent of a theme: its tokens apply inside the element with its name. */
function Swatch({ of: choice, colours }: { of: ThemeChoice; colours: CustomColours }) {
  const shape =
    'grid size-4 shrink-0 place-items-center rounded-full border forced-color-adjust-none'
  if (choice === 'custom') {
    const { background, text, primary } = colours
    return (
      <span aria-hidden className={shape} style={{ background, borderColor: text }}>
        <span className="size-2 rounded-full" style={{ background: primary }} />
      </span>
    )
  }
  if (choice === 'system') {
    return (
      <span
        aria-hidden
        className="size-4 shrink-0 rounded-full border border-line-strong bg-linear-to-r from-white from-50% to-black to-50% forced-color-adjust-none"
      />
    )
  }
  return (
    <span aria-hidden data-theme={choice} className={`${shape} border-line-strong bg-surface`}>
      <span className="size-2 rounded-full bg-accent" />
    </span>
  )
}

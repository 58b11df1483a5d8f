import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSaveTheme } from '#entities/account/change-hooks.ts'
import { useMyProfile } from '#entities/account/hooks.ts'
import { coloursIn, customTheme } from '#entities/account/saved-theme.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormColumns } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { type CustomColours, customFields } from '#ui/theme/custom-theme.ts'

const sixDigits = /^#[0-9a-f]{6}$/i

/** Users paste colors with and without the `#`. */
const withSign = (typed: string) => {
  const text = typed.trim()
  return text === '' || text.startsWith('#') ? text : `#${text}`
}

export function CustomThemeForm() {
  const { t } = useTranslation()
  const { theme } = useMyProfile()
  const save = useSaveTheme()
  const [typed, setTyped] = useState<Partial<CustomColours>>({})
  const colours = { ...coloursIn(theme), ...typed }

  function problemOf(field: keyof CustomColours) {
    const colour = colours[field]
    if (colour === '') return t(`account.custom.required.${field}`)
    return sixDigits.test(colour) ? undefined : t('account.custom.invalid')
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (customFields.some(problemOf)) return
    save.mutate(customTheme(colours), {
      onSuccess: () => {
        setTyped({})
        toast({ kind: 'success', title: t('account.custom.saved') })
      },
    })
  }

  return (
    <form
      noValidate
      aria-label={t('account.custom.title')}
      onSubmit={handleSubmit}
      className="mb-3 flex flex-col gap-4 rounded-lg border border-line bg-sunken p-4"
    >
      <FormColumns>
        {customFields.map((field) => {
          const change = (colour: string) =>
            setTyped((before) => ({ ...before, [field]: withSign(colour) }))
          const label = t(`account.custom.${field}`)
          return (
            <Input
              key={field}
              label={label}
              required
              maxLength={7}
              spellCheck={false}
              placeholder="#0d101b"
              value={colours[field]}
              error={problemOf(field)}
              onChange={(event) => change(event.target.value)}
              icon={
                <input
                  type="color"
                  aria-label={t('account.custom.pick', { field: label })}
                  value={problemOf(field) ? '#000000' : colours[field].toLowerCase()}
                  onChange={(event) => change(event.target.value)}
                  className="hit -ml-1 size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-transparent p-0 forced-color-adjust-none [&::-webkit-color-swatch]:rounded-full [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
                />
              }
            />
          )
        })}
      </FormColumns>
      <p className="text-small text-ink-3">{t('account.custom.hint')}</p>
      <div>
        <Button type="submit" variant="primary">
          {t('account.custom.set')}
        </Button>
      </div>
    </form>
  )
}

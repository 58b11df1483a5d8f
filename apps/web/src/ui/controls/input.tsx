import { CircleX, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { Field, fieldFrame } from './field.tsx'

export interface InputProps extends Omit<ComponentProps<'input'>, 'size'> {
  label?: ReactNode
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** 28, or 36 on account pages and in dialogs. */
  size?: 'md' | 'lg'
  icon?: IconLike
  /** Shows a clear button while there is a value. */
  onClear?: () => void
  /** The name of the clear button, if "Clear" is not enough. */
  clearLabel?: string
  after?: ReactNode
}

export function Input({
  label,
  hideLabel,
  hint,
  error,
  size = 'md',
  icon,
  onClear,
  clearLabel,
  after,
  type = 'text',
  id: givenId,
  className,
  ...rest
}: InputProps) {
  const { t } = useTranslation()
  const ownId = useId()
  const [revealed, setRevealed] = useState(false)
  const id = givenId ?? ownId
  const password = type === 'password'
  const clearable = onClear && rest.value !== undefined && rest.value !== ''

  return (
    <Field
      htmlFor={id}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      hintId={`${id}-hint`}
      error={error}
      errorId={`${id}-error`}
      required={rest.required}
    >
      <div className={`${fieldFrame(size, Boolean(error))} ${className ?? ''}`}>
        {icon && <Icon of={icon} className="text-ink-3" />}
        <input
          {...rest}
          id={id}
          type={password && revealed ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : rest['aria-describedby']}
          className="h-full w-full min-w-0 grow bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {clearable && (
          <button
            type="button"
            aria-label={clearLabel ?? t('ui.clear')}
            onClick={onClear}
            className="hit rounded-full text-ink-3 hover:text-ink"
          >
            <Icon of={CircleX} />
          </button>
        )}
        {password && (
          <button
            type="button"
            aria-label={t(revealed ? 'ui.hide_password' : 'ui.show_password')}
            onClick={() => setRevealed(!revealed)}
            className="hit rounded-sm text-ink-3 hover:text-ink"
          >
            <Icon of={revealed ? EyeOff : Eye} />
          </button>
        )}
        {after}
      </div>
    </Field>
  )
}

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../theme/class-names.ts'
import { Field } from './field.tsx'

interface TextareaProps extends ComponentProps<'textarea'> {
  label?: ReactNode
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
}

/** Grows with its text, from `rows` on. */
export function Textarea({
  label,
  hideLabel,
  hint,
  error,
  id: givenId,
  rows = 3,
  className,
  ...rest
}: TextareaProps) {
  const ownId = useId()
  const id = givenId ?? ownId
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
      <textarea
        {...rest}
        id={id}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        className={classNames(
          'block field-sizing-content w-full resize-none rounded-md border bg-surface px-2 py-1 text-ink',
          'focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus',
          'max-md:px-3 max-md:py-2.5 max-md:text-[16px]',
          'disabled:bg-hover disabled:text-ink-disabled',
          error ? 'border-danger' : 'border-line-strong',
          className,
        )}
        style={{ minHeight: rows * 20 + 10 }}
      />
    </Field>
  )
}

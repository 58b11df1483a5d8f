import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'
import { classNames } from '../theme/class-names.ts'

interface FieldProps {
  /** The id of the control, for its label. */
  htmlFor?: string
  label?: ReactNode
  /** For screen readers only. */
  hideLabel?: boolean
  /** One muted sentence below. */
  hint?: ReactNode
  hintId?: string
  error?: ReactNode
  errorId?: string
  required?: boolean
  children: ReactNode
}

/** Label above, control, then a hint or the error. */
export function Field({
  htmlFor,
  label,
  hideLabel = false,
  hint,
  hintId,
  error,
  errorId,
  required = false,
  children,
}: FieldProps) {
  return (
    <div className="min-w-0">
      {label && (
        <label
          htmlFor={htmlFor}
          className={hideLabel ? 'sr-only' : 'mb-1.5 block w-fit font-medium'}
        >
          {label}
          {required && (
            <span aria-hidden className="text-danger-ink">
              {' *'}
            </span>
          )}
        </label>
      )}
      {children}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && !error && (
        <p id={hintId} className="mt-1 text-small text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p
      id={id}
      role="alert"
      className="mt-1 flex items-start gap-1 text-small text-danger-ink wrap-anywhere"
    >
      <Icon of={CircleAlert} size={14} className="mt-px" />
      {children}
    </p>
  )
}

/** The frame around a text control: `FieldFrame` renders it, the control inside is bare. */
export const fieldFrame = (size: 'md' | 'lg', invalid: boolean) =>
  classNames(
    'flex min-w-0 items-center gap-2 border bg-surface text-ink',
    'focus-within:border-focus focus-within:outline-1 focus-within:outline-focus',
    'has-disabled:bg-hover has-disabled:text-ink-disabled',
    size === 'lg' ? 'h-9 rounded-lg px-3 text-body' : 'h-7 rounded-md px-2',
    'max-md:h-11 max-md:rounded-lg max-md:px-3 max-md:text-[16px]',
    invalid ? 'border-danger' : 'border-line-strong',
  )

/** A settings row: label at the left, control at the right. */
export function SettingRow({
  label,
  hint,
  htmlFor,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  htmlFor?: string
  children: ReactNode
}) {
  return (
    <div className="flex items-center gap-4 border-t border-line-subtle py-3 first:border-t-0">
      <div className="min-w-0 grow">
        <label htmlFor={htmlFor} className="block w-fit font-medium">
          {label}
        </label>
        {hint && <p className="text-ink-2">{hint}</p>}
      </div>
      {children}
    </div>
  )
}

import { type ReactNode, useState } from 'react'
import { Input } from './input.tsx'
import { RowForm } from './row-form.tsx'

interface Described {
  name: string
  description: string
}

interface DescribedRowFormProps<Values> {
  first: Values
  /** On by default. */
  autoFocus?: boolean
  /** Why the server refused the name. */
  problem?: string | undefined
  labels: Record<'name' | 'required' | 'description' | 'placeholder' | 'save', string>
  /** Most characters of the name. */
  maxLength: number
  onTyped?: (() => void) | undefined
  onSave: (values: Values) => void
  onClose: () => void
  /** What stands before the name: its color or icon, and how to change it. */
  children: (values: Values, set: (change: Partial<Values>) => void) => ReactNode
  /** What stands after the description. */
  after?: ((values: Values, set: (change: Partial<Values>) => void) => ReactNode) | undefined
}

/** A row that is edited in place: a name, which is required, and a description. */
export function DescribedRowForm<Values extends Described>(props: DescribedRowFormProps<Values>) {
  const { first, autoFocus = true, problem, labels, maxLength } = props
  const { onTyped, onSave, onClose, children, after } = props
  const [values, setValues] = useState(first)
  const [tried, setTried] = useState(false)
  const { name, description } = values
  const missing = tried && !name.trim() ? labels.required : undefined

  function set(change: Partial<Values>) {
    setValues({ ...values, ...change })
    onTyped?.()
  }
  const setText = (text: Partial<Described>) => set(text as Partial<Values>)

  function handleSubmit() {
    setTried(true)
    if (!name.trim()) return
    onSave({ ...values, name: name.trim(), description: description.trim() })
  }

  return (
    <RowForm saveLabel={labels.save} onSubmit={handleSubmit} onClose={onClose}>
      {children(values, set)}
      <div className="w-50 min-w-0 max-md:w-auto max-md:grow">
        <Input
          autoFocus={autoFocus}
          hideLabel
          label={labels.name}
          placeholder={labels.name}
          maxLength={maxLength}
          autoComplete="off"
          value={name}
          onChange={(event) => setText({ name: event.target.value })}
          error={problem ?? missing}
        />
      </div>
      <div className="min-w-0 grow max-md:w-full">
        <Input
          hideLabel
          label={labels.description}
          placeholder={labels.placeholder}
          maxLength={1000}
          autoComplete="off"
          value={description}
          onChange={(event) => setText({ description: event.target.value })}
        />
      </div>
      {after?.(values, set)}
    </RowForm>
  )
}

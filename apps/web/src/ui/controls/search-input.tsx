import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Input, type InputProps } from './input.tsx'

interface SearchInputProps extends Omit<InputProps, 'value' | 'onChange' | 'onClear' | 'label'> {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Esc clears first; only with an empty field it reaches the container and closes it. */
export function SearchInput({ label, value, onChange, onKeyDown, ...rest }: SearchInputProps) {
  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event)
    if (event.key !== 'Escape' || !value) return
    event.preventDefault()
    event.stopPropagation()
    onChange('')
  }
  return (
    <Input
      placeholder={label}
      {...rest}
      hideLabel
      label={label}
      type="search"
      icon={Search}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onClear={() => onChange('')}
      onKeyDown={handleKeyDown}
    />
  )
}

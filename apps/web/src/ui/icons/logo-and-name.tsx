import type { ReactNode, RefObject } from 'react'
import { EmojiIconPicker } from '../controls/emoji-icon-picker.tsx'
import { Input } from '../controls/input.tsx'
import type { IconLike } from './icon.tsx'
import { LogoMark } from './logo-mark.tsx'
import type { LogoValue } from './logo-value.ts'

interface LogoAndNameProps {
  logo: LogoValue
  onLogo: (logo: LogoValue) => void
  logoLabel: string
  fallback: IconLike
  name: string
  onName: (name: string) => void
  nameLabel: string
  nameField: RefObject<HTMLInputElement | null>
  maxLength?: number
  error?: string | undefined
  /** More fields in the same row. */
  children?: ReactNode
}

/** The head of a dialog that creates something with a logo and a name. */
export function LogoAndName(props: LogoAndNameProps) {
  const { logo, logoLabel, name, nameField, onName, maxLength } = props
  return (
    <div className="flex items-start gap-3 max-md:flex-wrap">
      <EmojiIconPicker
        label={logoLabel}
        value={logo}
        onChange={props.onLogo}
        trigger={
          <button
            type="button"
            aria-label={logoLabel}
            className="mt-6.5 grid size-9 shrink-0 place-items-center rounded-lg border border-line bg-hover hover:bg-pressed max-md:size-11"
          >
            <LogoMark value={logo} size={20} fallback={props.fallback} />
          </button>
        }
      />
      <div className="min-w-0 grow max-md:basis-40">
        <Input
          ref={nameField}
          size="lg"
          label={props.nameLabel}
          required
          {...(maxLength && { maxLength })}
          value={name}
          onChange={(event) => onName(event.target.value)}
          error={props.error}
        />
      </div>
      {props.children}
    </div>
  )
}

import { shortcutKeys } from '../platform/shortcut.ts'
import { classNames } from '../theme/class-names.ts'

interface KbdProps {
  /** `'mod+k'`, `'shift+enter'`, or a sequence: `'g i'`. */
  keys: string
  /** `on-solid` takes the color of its background, such as a primary button. */
  look?: 'plain' | 'on-solid' | 'tooltip'
}

const looks = {
  plain: 'h-4.5 min-w-4.5 border-line bg-surface text-ink-3',
  'on-solid':
    'h-4.5 min-w-4.5 -mr-0.75 border-[color-mix(in_oklab,currentColor_50%,transparent)] text-inherit',
  tooltip:
    'h-4 min-w-4 border-[color-mix(in_oklab,var(--tooltip-ink)_28%,transparent)] text-tooltip-ink-2',
}

/** Key caps. Hidden from screen readers: the control itself has `aria-keyshortcuts`. */
export function Kbd({ keys, look = 'plain' }: KbdProps) {
  return (
    <span aria-hidden className="inline-flex items-center gap-0.75">
      {shortcutKeys(keys).map((key, index) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice, and none moves
          key={index}
          className={classNames(
            'inline-grid place-items-center rounded-xs border px-1 font-sans text-[11px] leading-none font-medium tabular-nums',
            looks[look],
          )}
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}

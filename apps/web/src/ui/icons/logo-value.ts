/** The logo of a project, module, view or page, as the contract's `logo_props`. */
export interface LogoValue {
  in_use?: 'emoji' | 'icon'
  emoji?: { value?: string; url?: string }
  icon?: { name?: string; color?: string; background_color?: string }
}

/** An emoji is stored as its code points ("128512", joined by hyphens) or as itself. */
export function emojiOf(value: string | undefined): string | undefined {
  if (!value) return undefined
  if (!/^\d+(-\d+)*$/.test(value)) return value
  const points = value.split('-').map(Number)
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}

export const emojiValue = (emoji: string) => [...emoji].map((char) => char.codePointAt(0)).join('-')

/** "TreePine" and "tree-pine" are the same icon. */
export const iconName = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[_ ]/g, '-')
    .toLowerCase()

import { useStored } from '#ui/platform/stored.ts'

export const fontSizes = ['large-font', 'small-font'] as const
export const fontStyles = ['sans-serif', 'serif', 'monospace'] as const

/** How this browser shows every page. */
export interface PageSettings {
  full_width: boolean
  font_size: (typeof fontSizes)[number]
  font_style: (typeof fontStyles)[number]
  sticky_toolbar: boolean
}

const first: PageSettings = {
  full_width: false,
  font_size: 'large-font',
  font_style: 'sans-serif',
  sticky_toolbar: true,
}

export function usePageSettings() {
  const [saved, save] = useStored<Partial<PageSettings>>('pages_config', first)
  const settings: PageSettings = { ...first, ...saved }
  return [settings, (part: Partial<PageSettings>) => save({ ...settings, ...part })] as const
}

import { Contrast, Monitor, Moon, Sun, SunMoon } from 'lucide-react'

export const themeChoices = [
  { theme: 'system', icon: Monitor },
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
  { theme: 'light-contrast', icon: SunMoon },
  { theme: 'dark-contrast', icon: Contrast },
] as const

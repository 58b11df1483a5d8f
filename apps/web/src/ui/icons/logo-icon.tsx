import { lookup } from '@cairn/contract'
import { Circle } from 'lucide-react'
import { logoIcons } from './logo-icons.ts'
import { iconName } from './logo-value.ts'

export default function LogoIcon({ name, size }: { name: string; size: number }) {
  const Drawing = lookup(logoIcons, iconName(name)) ?? Circle
  return <Drawing size={size} strokeWidth={size < 12 ? 2.4 : 2.2} className="block" />
}

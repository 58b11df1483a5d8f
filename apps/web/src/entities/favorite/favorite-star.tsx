import { Star } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'

interface FavoriteStarProps {
  name: string
  marked: boolean
  size?: 'sm' | 'md'
  onToggle: () => void
}

export function FavoriteStar({ name, marked, size, onToggle }: FavoriteStarProps) {
  const { t } = useTranslation()
  return (
    <IconButton
      size={size}
      pressed={marked}
      label={t(marked ? 'favorites.remove_named' : 'favorites.add_named', { name })}
      icon={
        <Star
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className={marked ? 'fill-warning text-warning' : ''}
        />
      }
      className={marked ? 'aria-pressed:bg-transparent' : ''}
      onClick={onToggle}
    />
  )
}

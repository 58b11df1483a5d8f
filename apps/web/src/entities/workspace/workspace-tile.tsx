import { classNames } from '#ui/theme/class-names.ts'

const tileSizes = {
  sm: 'size-5 rounded-[5px] text-micro',
  md: 'size-7 rounded-md text-small',
  lg: 'size-14 rounded-xl text-heading',
}

interface WorkspaceTileProps {
  name: string
  logo?: string | null
  size?: keyof typeof tileSizes
}

export function WorkspaceTile({ name, logo, size = 'sm' }: WorkspaceTileProps) {
  const shape = classNames('shrink-0', tileSizes[size])
  if (logo) return <img src={logo} alt="" className={classNames(shape, 'object-cover')} />
  return (
    // By CSS, not as text: it is next to the name and would be read as part of it.
    <span
      aria-hidden
      data-initial={name.trim().charAt(0).toUpperCase()}
      className={classNames(
        shape,
        'grid place-items-center bg-ink leading-none font-semibold text-surface before:content-[attr(data-initial)]',
      )}
    />
  )
}

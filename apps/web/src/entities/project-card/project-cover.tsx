import { builtInCovers, type Project } from '@cairn/contract'
import { classNames } from '#ui/theme/class-names.ts'

/** Projects without a cover always get the same built-in one. */
export const coverOf = ({ id, cover_image_url }: Pick<Project, 'id' | 'cover_image_url'>) =>
  cover_image_url || builtInCovers[Number.parseInt(id.slice(0, 4), 16) % builtInCovers.length]

interface ProjectCoverProps {
  project: Pick<Project, 'id' | 'cover_image_url'>
  className?: string
}

export function ProjectCover({ project, className }: ProjectCoverProps) {
  return (
    <img
      src={coverOf(project)}
      alt=""
      loading="lazy"
      decoding="async"
      className={classNames('bg-sunken object-cover', className)}
    />
  )
}

import type { ReactNode } from 'react'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { Whose } from './hooks.ts'

interface ProfileLinkProps extends Whose {
  className?: string
  /** Their name. */
  children: ReactNode
}

/** A name that links to the user's profile. */
export function ProfileLink({ slug, user_id, className, children }: ProfileLinkProps) {
  return (
    <Link
      to="/$slug/profile/$userId/"
      params={{ slug, userId: user_id }}
      search={{}}
      className={classNames('focus-inset rounded-xs hover:underline', className)}
    >
      {children}
    </Link>
  )
}

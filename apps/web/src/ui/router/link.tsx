import type { ComponentProps, MouseEvent } from 'react'
import { useShown } from './hooks.ts'
import { hrefOf, isSameSearch, readLocation } from './location.ts'
import type { To } from './paths.ts'
import { navigate, preload } from './router.ts'

type LinkProps<P extends string> = To<P> & Omit<ComponentProps<'a'>, 'href'>

const opensHere = (event: MouseEvent<HTMLAnchorElement>) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) &&
  (event.currentTarget.target || '_self') === '_self'

/** A link to a page of the application. Its code is loaded when the pointer or the focus is on it. */
export function Link<const P extends string>(props: LinkProps<P>) {
  const {
    to,
    params,
    search,
    hash,
    replace,
    onClick,
    onFocus,
    onMouseEnter,
    onTouchStart,
    ...rest
  } = props as LinkProps<string>
  const href = hrefOf({ to, params, search, hash })
  const current = useShown(({ location }) => {
    const target = readLocation(href)
    return location.pathname === target.pathname && isSameSearch(location.search, target.search)
  })
  const load = () => void preload(href).catch(() => undefined)
  return (
    <a
      {...rest}
      aria-current={current ? 'page' : rest['aria-current']}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (!opensHere(event)) return
        event.preventDefault()
        void navigate({ to: href, replace })
      }}
      onFocus={(event) => {
        onFocus?.(event)
        load()
      }}
      onMouseEnter={(event) => {
        onMouseEnter?.(event)
        load()
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event)
        load()
      }}
    />
  )
}

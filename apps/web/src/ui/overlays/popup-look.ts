// Shared by menus, pickers and popovers, which must not differ by a pixel.
export const popupLook =
  'popup-motion focus-none z-(--z-popover) rounded-lg border border-line bg-raised text-ink shadow-lift-2'

export const itemLook =
  'focus-none flex h-7 max-md:h-11 cursor-default items-center gap-2 rounded-sm px-2 whitespace-nowrap select-none outline-none ' +
  'data-highlighted:bg-hover data-disabled:text-ink-disabled'

export const positionerLook = 'z-(--z-popover) focus-none'

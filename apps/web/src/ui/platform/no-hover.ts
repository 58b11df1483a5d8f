/** There is no hover on this device: controls shown on hover are always visible. */
export const noHover = matchMedia('(hover: none)').matches

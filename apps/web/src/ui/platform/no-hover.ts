/** Nobody can point at a thing here without pressing it: what shows itself under a pointer is there at once. */
export const noHover = matchMedia('(hover: none)').matches

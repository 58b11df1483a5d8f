/** Data of which an event said less than one would have to know: it is to be read again. */
export interface MaybeStale {
  /** So many times. */
  staleMarks?: number
}

export const markedStale = <Data extends MaybeStale>(data: Data): Data => ({
  ...data,
  staleMarks: (data.staleMarks ?? 0) + 1,
})

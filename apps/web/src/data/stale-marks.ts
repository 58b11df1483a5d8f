/** Data for which an event did not contain enough information: it must be read again. */
export interface MaybeStale {
  /** Number of such events. */
  staleMarks?: number
}

export const markedStale = <Data extends MaybeStale>(data: Data): Data => ({
  ...data,
  staleMarks: (data.staleMarks ?? 0) + 1,
})

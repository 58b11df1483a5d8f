/** Data of which an event said less than one would have to know: it is to be read again. */
export interface Doubtful {
  /** So many times. */
  doubts?: number
}

export const doubted = <Data extends Doubtful>(data: Data): Data => ({
  ...data,
  doubts: (data.doubts ?? 0) + 1,
})

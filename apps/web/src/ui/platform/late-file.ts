export interface LateFile<File> {
  /** Undefined until it is loaded. */
  now: File | undefined
  load: () => Promise<File>
  /** At once if it is loaded: awaiting would render a frame after the click. */
  use: (work: (file: File) => void) => void
}

/**
 * A file that the first screen does not need. All callers wait for one promise and continue in the
 * order of their calls, which separate imports of a file do not guarantee; a failed load is tried
 * again by the next call.
 */
export function lateFile<File>(read: () => Promise<File>): LateFile<File> {
  let loading: Promise<File> | undefined
  const file: LateFile<File> = {
    now: undefined,
    load() {
      loading ??= read().then(
        (loaded) => (file.now = loaded),
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
    use(work) {
      if (file.now) work(file.now)
      else void file.load().then(work)
    },
  }
  return file
}

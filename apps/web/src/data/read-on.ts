interface Pages {
  pages: readonly unknown[]
}

interface Read {
  data: Pages | undefined
  hasNextPage: boolean
  isError: boolean
}

interface Readable {
  data: Pages | undefined
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Read>
}

/**
 * Reads a list's next page. If the list is being refetched because something changed, this waits
 * for it, and if that happens meanwhile, the page is requested once more: neither the refetch nor
 * the requested page may get lost.
 */
export async function readOn({ data: before, fetchNextPage }: Readable): Promise<void> {
  const had = before?.pages.length ?? 0
  for (;;) {
    const { data, hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false })
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > had) return
  }
}

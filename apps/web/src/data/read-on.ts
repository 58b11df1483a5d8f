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
 * Reads a list's next page. Where the list is being read again, because something in it changed, that is
 * waited for, and should it happen meanwhile, the page is asked for once more: news must not swallow what
 * somebody asked for, nor that the news.
 */
export async function readOn({ data: before, fetchNextPage }: Readable): Promise<void> {
  const had = before?.pages.length ?? 0
  for (;;) {
    const { data, hasNextPage, isError } = await fetchNextPage({ cancelRefetch: false })
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > had) return
  }
}

import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/** A retry function if reading failed; undefined while loading or after success. */
export function useFailure<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key>,
): (() => void) | undefined {
  const { data, isError, refetch } = useQuery({ ...query, throwOnError: false })
  return isError && data === undefined ? () => void refetch() : undefined
}

import { instanceApi as api } from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'

export const instance = queryOptions({
  queryKey: ['instance'],
  queryFn: () => call(api.info),
})

export const useInstance = () => useQuery(instance).data

export const useAddDemo = () => useMutation({ mutationFn: () => call(api.addDemo) })

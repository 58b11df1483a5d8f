import {
  instanceApi as api,
  type Instance,
  type InstanceInfo,
  type InstancePatch,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'
import { orSay } from '#entities/account/load-failure.ts'

export const instance = queryOptions({
  queryKey: ['instance'],
  queryFn: () => call(api.info).catch(orSay('errors.no_instance')),
})

export const useInstance = () => useQuery(instance).data

export const useAddDemo = () => useMutation({ mutationFn: () => call(api.addDemo) })

export const useChangeInstance = () =>
  useMutation({
    mutationFn: (body: InstancePatch) => call(api.change, { body }),
    onSuccess: (changed: Instance) =>
      queryClient.setQueryData(
        instance.queryKey,
        (info: InstanceInfo | undefined) => info && { ...info, instance: changed },
      ),
  })

const mails = queryOptions({
  queryKey: ['instance-mails'],
  queryFn: () => call(api.mails),
  // Mails change without an event to the browser.
  staleTime: 0,
})

export const useStoredMails = () => useQuery(mails)

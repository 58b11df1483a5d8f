import {
  pushApi as api,
  type PushDevice,
  type PushPreferences,
  type PushPreferencesPatch,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { readEndpoint, turnOffDevice, turnOnDevice } from '#entities/push/this-device.ts'
import { toast } from '#ui/feedback/toast.ts'

const devices = queryOptions({
  queryKey: ['push-devices'],
  queryFn: () => call(api.devices),
  // Other sessions add and remove devices.
  staleTime: 0,
})

const thisEndpoint = queryOptions({
  queryKey: ['push-endpoint'],
  queryFn: readEndpoint,
  staleTime: 0,
})

const preferences = queryOptions({
  queryKey: ['push-preferences'],
  queryFn: () => call(api.preferences),
})

/** The user's devices, and which of them is this browser. */
export function usePushDevices() {
  const all = useQuery({ ...devices, throwOnError: true }).data
  const { data: endpoint } = useQuery(thisEndpoint)
  const own = all?.find((one) => one.endpoint === endpoint)
  return { devices: endpoint === undefined ? undefined : all, own }
}

async function turnOn(user_id: string) {
  const device = await turnOnDevice(user_id)
  if (!device) {
    toast({ kind: 'warning', title: t('push.not_allowed') })
    return
  }
  queryLayers.happen<string | null>(thisEndpoint.queryKey, () => device.endpoint)
  queryLayers.happen<PushDevice[]>(devices.queryKey, (all) => [
    device,
    ...all.filter(({ id }) => id !== device.id),
  ])
}

export const useTurnOnPush = () =>
  useMutation({
    mutationFn: turnOn,
    onError: (error) => notifyFailure(t('push.not_turned_on'), error),
  })

/** If it is this browser, its subscription ends too. */
export function useRemoveDevice() {
  const remove = useOptimisticMutation({
    query: devices,
    send: ({ id }: PushDevice) => call(api.remove, { params: { id } }),
    apply: (all: PushDevice[], { id }) => all.filter((one) => one.id !== id),
    failure: 'push.not_removed',
  })
  return (device: PushDevice) =>
    remove.mutate(device, {
      onSuccess: () => {
        const isOwn = queryClient.getQueryData(thisEndpoint.queryKey) === device.endpoint
        if (isOwn) void turnOffDevice().catch(() => undefined)
      },
    })
}

export const useTestDevice = () =>
  useMutation({
    mutationFn: ({ id }: PushDevice) => call(api.test, { params: { id } }),
    onSuccess: ({ outcome }) => {
      const kind = outcome === 'delivered' ? 'success' : 'error'
      toast({ kind, title: t(`push.test_${outcome}`), text: t(`push.test_${outcome}_text`) })
      if (outcome === 'gone') void queryClient.invalidateQueries({ queryKey: devices.queryKey })
    },
    onError: (error) => notifyFailure(t('push.test_failed'), error),
  })

export const usePushPreferences = () => useQuery({ ...preferences, throwOnError: true }).data

export const useChangePushPreferences = () =>
  useOptimisticMutation({
    query: preferences,
    send: (body: PushPreferencesPatch) => call(api.changePreferences, { body }),
    apply: (data: PushPreferences, patch) => ({ ...data, ...patch }),
    line: () => 'push-preferences',
    failure: 'push.not_saved',
  })

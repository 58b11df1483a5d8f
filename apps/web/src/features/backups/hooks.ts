import { backupsApi as api, type BackupRun, type BackupSettingsPatch } from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient } from '#data/query-client.ts'

const settings = queryOptions({
  queryKey: ['backup-settings'],
  queryFn: () => call(api.settings),
  // Another administrator may have changed them.
  staleTime: 0,
})

export const useBackupSettings = () => useQuery(settings)

export const useChangeBackupSettings = () =>
  useMutation({
    mutationFn: (body: BackupSettingsPatch) => call(api.change, { body }),
    onSuccess: (changed) => queryClient.setQueryData(settings.queryKey, changed),
  })

export const isActive = ({ status }: BackupRun) => status === 'queued' || status === 'running'

const ASK_AGAIN_MS = 2_000

const runs = queryOptions({
  queryKey: ['backup-runs'],
  queryFn: () => call(api.list),
  staleTime: 0,
  // Runs change without an event to the browser.
  refetchInterval: ({ state }) => (state.data?.some(isActive) ? ASK_AGAIN_MS : false),
})

export const useBackupRuns = () => useQuery(runs)

export const useStartBackup = () =>
  useMutation({
    mutationFn: () => call(api.create),
    onSuccess: (run) => queryClient.setQueryData(runs.queryKey, (known = []) => [run, ...known]),
  })

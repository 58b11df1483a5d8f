import {
  instanceSettingsApi as api,
  type InstanceSetting,
  type InstanceSettingsPatch,
  type SettingKey,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { instance } from '#entities/instance/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'

const settings = queryOptions({
  queryKey: ['instance-settings'],
  queryFn: () => call(api.list),
  // Another admin may have changed them.
  staleTime: 0,
})

export type SettingValues = Record<SettingKey, string>

/** Placeholder for a secret that is set: the server never returns its value. */
export const SECRET_IS_SET = '••••••••'

const shownValue = ({ is_encrypted, is_set, value }: InstanceSetting) =>
  is_encrypted && is_set ? SECRET_IS_SET : value

/** All settings by key; undefined while loading. */
export function useSettings(): SettingValues | undefined {
  const { data } = useQuery(settings)
  return useMemo(
    () =>
      data && (Object.fromEntries(data.map((row) => [row.key, shownValue(row)])) as SettingValues),
    [data],
  )
}

const withRows = (known: InstanceSetting[], rows: InstanceSetting[]) => {
  const changed = new Map(rows.map((row) => [row.key, row]))
  return known.map((row) => changed.get(row.key) ?? row)
}

/** The public settings are part of the instance's information. */
const refreshInstance = () => queryClient.invalidateQueries(instance)

export const useSaveSettings = () =>
  useMutation({
    mutationFn: (body: InstanceSettingsPatch) => call(api.change, { body }),
    onSuccess: (rows) => {
      queryLayers.happen<InstanceSetting[]>(settings.queryKey, (known) => withRows(known, rows))
      void refreshInstance()
    },
  })

interface Turn {
  key: SettingKey
  on: boolean
}

const flag = (on: boolean) => (on ? '1' : '0')

/** A single switch, saved at once. */
export function useTurnSetting() {
  const { mutate } = useOptimisticMutation({
    query: settings,
    send: ({ key, on }: Turn) => call(api.change, { body: { [key]: flag(on) } }),
    apply: (known, { key, on }) =>
      known.map((row) =>
        row.key === key && !row.is_encrypted ? { ...row, value: flag(on) } : row,
      ),
    settle: withRows,
    line: () => 'instance-settings',
    failure: 'god_mode.configuration.failed',
  })
  return (turn: Turn, onSaved: () => void = notifySaved) =>
    mutate(turn, {
      onSuccess: () => {
        void refreshInstance()
        onSaved()
      },
    })
}

const notifySaved = () =>
  void toast({ id: 'configuration', kind: 'success', title: t('god_mode.configuration.saved') })

export const useCheckEmail = () =>
  useMutation({
    mutationFn: (receiver_email: string) => call(api.checkEmail, { body: { receiver_email } }),
  })

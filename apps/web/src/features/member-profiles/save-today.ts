import { memberProfilesApi as api } from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { t } from 'i18next'
import { call } from '#data/api.ts'
import { tellFailure } from '#data/tell-failure.ts'
import { useMe } from '#features/account/hooks.ts'
import { saveFile } from '#features/api-tokens/token-file.ts'
import type { Whose } from './hooks.ts'

/** The day it is there now: the server counts days by the zone of whoever asks. */
const todayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format()

/** What somebody did today, as a file. */
export function useSaveToday(params: Whose) {
  const { user_timezone } = useMe()
  const { isPending, mutate } = useMutation({
    mutationFn: () => call(api.exportActivity, { params, body: { date: todayIn(user_timezone) } }),
    onSuccess: (csv) =>
      saveFile(`profile-activity-${Date.now()}.csv`, 'text/csv;charset=utf-8', csv),
    onError: (error) => tellFailure(t('profiles.not_saved'), error),
  })
  return { isSaving: isPending, save: () => mutate() }
}

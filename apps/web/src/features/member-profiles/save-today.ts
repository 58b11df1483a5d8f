import { memberProfilesApi as api } from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { saveFile } from '#data/save-file.ts'
import type { Whose } from '#entities/member/hooks.ts'
import { todayHere } from '#ui/dates/own-zone.ts'

/** Downloads a user's activity of today. */
export function useSaveToday(params: Whose) {
  const { isPending, mutate } = useMutation({
    mutationFn: () => call(api.exportActivity, { params, body: { date: todayHere() } }),
    onSuccess: (csv) =>
      saveFile(`profile-activity-${Date.now()}.csv`, 'text/csv;charset=utf-8', csv),
    onError: (error) => notifyFailure(t('profiles.not_saved'), error),
  })
  return { isSaving: isPending, save: () => mutate() }
}

import { Mountain } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { useAddDemo } from '#entities/instance/hooks.ts'
import { Or } from '#entities/sign-in/or.tsx'
import { workspaces } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useFinish } from './save-progress.ts'

/** Offers the first administrator demo data. */
export function DemoOffer() {
  const { t } = useTranslation()
  const demo = useAddDemo()
  const finish = useFinish()
  const busy = demo.isPending || finish.isPending

  function handleClick() {
    demo.mutate(undefined, {
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: workspaces.queryKey })
        finish.mutate()
      },
      onError: (error) =>
        toast({
          kind: 'error',
          title: t('onboarding.demo_failed'),
          text: sentenceOf(error),
          action: { label: t('common.try_again'), onSelect: handleClick },
        }),
    })
  }

  return (
    <>
      <Or>{t('onboarding.or')}</Or>
      <Button size="lg" block icon={Mountain} busy={busy} onClick={handleClick}>
        {busy ? t('onboarding.demo_busy') : t('onboarding.demo')}
      </Button>
      <p className="mt-2 text-center text-small text-ink-3">{t('onboarding.demo_hint')}</p>
    </>
  )
}

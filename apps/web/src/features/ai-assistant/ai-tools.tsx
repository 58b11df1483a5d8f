import { type AiTask, aiAssistantApi as api } from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { Sparkles, WandSparkles } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Popover } from '#ui/overlays/popover.tsx'
import type { AiHelpProps } from './ai-help.tsx'
import { aboutItem, answerHtml, appended, fromTitle, saysEnough } from './description-task.ts'

function useModel({ slug, project_id }: AiHelpProps) {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: AiTask) => call(api.askInProject, { params: { slug, project_id }, body }),
  })
  /** The model's answer as rich text; undefined on failure, which was shown. */
  async function ask(task: AiTask): Promise<string | undefined> {
    try {
      return answerHtml((await mutateAsync(task)).response)
    } catch (error) {
      const tooMany = error instanceof ApiError && error.status === 429
      notifyFailure(t(tooMany ? 'ai.limit_reached' : 'ai.failed'), error)
      return undefined
    }
  }
  return { ask, isPending }
}

export default function AiTools(props: AiHelpProps) {
  const { t } = useTranslation()
  const { name, html, onWrite } = props
  const { ask, isPending } = useModel(props)

  async function writeFromTitle() {
    if (!saysEnough(name)) {
      toast({ kind: 'error', title: t('ai.title_too_short') })
      return
    }
    const answer = await ask(fromTitle(name))
    if (answer) onWrite(appended(html, answer))
  }

  return (
    <div className="flex justify-end gap-1 pt-1">
      <Button
        size="sm"
        variant="ghost"
        icon={WandSparkles}
        busy={isPending}
        onClick={() => void writeFromTitle()}
      >
        {t('ai.from_title')}
      </Button>
      <Popover
        label={t('ai.ask')}
        align="end"
        width={380}
        trigger={
          <Button size="sm" variant="ghost" icon={Sparkles}>
            {t('ai.ask')}
          </Button>
        }
      >
        {(close) => <Conversation {...props} onDone={close} />}
      </Popover>
    </div>
  )
}

function Conversation(props: AiHelpProps & { onDone: () => void }) {
  const { t } = useTranslation()
  const { name, html, onWrite, onDone } = props
  const { ask, isPending } = useModel(props)
  const [prompt, setPrompt] = useState('')
  const [answer, setAnswer] = useState<string>()

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    // The popover stands inside another form.
    event.stopPropagation()
    if (prompt.trim()) setAnswer(await ask(aboutItem(prompt, name, html)))
  }

  function write(text: string) {
    onWrite(text)
    onDone()
  }

  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => void handleSubmit(event)}>
      <Textarea
        label={t('ai.prompt')}
        placeholder={t('ai.prompt_placeholder')}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
      />
      {answer && (
        <section
          aria-label={t('ai.answer')}
          aria-live="polite"
          className="max-h-60 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2"
        >
          <RichText html={answer} people={[]} />
        </section>
      )}
      <div className="flex justify-end gap-2">
        {answer && (
          <>
            <Button onClick={() => write(answer)}>{t('ai.replace')}</Button>
            <Button onClick={() => write(appended(html, answer))}>{t('ai.insert')}</Button>
          </>
        )}
        <Button type="submit" variant="primary" busy={isPending}>
          {t(answer ? 'ai.again' : 'ai.send')}
        </Button>
      </div>
    </form>
  )
}

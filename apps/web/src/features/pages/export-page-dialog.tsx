import type { ProjectPage } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { saveFile } from '#data/save-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Select } from '#ui/controls/select.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import {
  fileNameOf,
  type PageFormat,
  pageFormats,
  toMarkdown,
  withoutPictures,
} from './export-page.ts'
import { pageName } from './page-address.ts'

interface ExportPageDialogProps {
  page: ProjectPage
  html: string
  onClose: () => void
}

const kinds = ['pdf', 'markdown'] as const
const contents = ['everything', 'no_images'] as const

export default function ExportPageDialog({ page, html, onClose }: ExportPageDialogProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<(typeof kinds)[number]>('pdf')
  const [content, setContent] = useState<(typeof contents)[number]>('everything')
  const [format, setFormat] = useState<PageFormat>('A4')
  const [busy, setBusy] = useState(false)

  const close = useClose(onClose)

  async function write() {
    const title = pageName(page)
    const text = content === 'everything' ? html : withoutPictures(html)
    const name = fileNameOf(title)
    if (kind === 'markdown') {
      return saveFile(`${name}.md`, 'text/markdown', toMarkdown(title, text))
    }
    const { toPdf } = await import('./pdf.ts')
    const paper = await toPdf(title, text, format)
    saveFile(`${name}-${format.toLowerCase()}.pdf`, 'application/pdf', paper)
  }

  async function handleSubmit() {
    if (busy) return
    setBusy(true)
    try {
      await write()
      toast({ kind: 'success', title: t('pages.exported', { name: pageName(page) }) })
      close()
    } catch {
      toast({ kind: 'error', title: t('pages.not_exported') })
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title={t('pages.export_title')}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(busy ? 'pages.exporting' : 'pages.export')}
          </Button>
        </>
      }
    >
      <FormFields>
        <Select
          label={t('pages.export_format')}
          options={kinds.map((value) => ({ value, label: t(`pages.export_kinds.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        <Select
          label={t('pages.export_content')}
          options={contents.map((value) => ({ value, label: t(`pages.export_contents.${value}`) }))}
          value={content}
          onChange={setContent}
        />
        {kind === 'pdf' && (
          <Select
            label={t('pages.page_format')}
            options={pageFormats.map((value) => ({ value, label: t(`pages.formats.${value}`) }))}
            value={format}
            onChange={setFormat}
          />
        )}
      </FormFields>
    </Dialog>
  )
}

import type { Workspace } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ImageDialog } from '#entities/file/image-dialog.tsx'
import { removeLogo, uploadLogo } from '#entities/workspace/change-hooks.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'

interface WorkspaceLogoProps {
  workspace: Workspace
  editable: boolean
}

/** The workspace's logo, name and URL. */
export function WorkspaceLogo({ workspace, editable }: WorkspaceLogoProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { name, slug, logo_url } = workspace

  async function remove() {
    await removeLogo(workspace)
    toast({ kind: 'success', title: t('workspaces.logo_removed') })
  }

  return (
    <div className="flex items-center gap-4">
      <WorkspaceTile size="lg" name={name} logo={logo_url} />
      <div className="min-w-0 grow">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-ink-2 wrap-anywhere">{`${location.host}/${slug}`}</p>
      </div>
      {editable && (
        <>
          <Button onClick={() => setOpen(true)}>
            {t(logo_url ? 'workspaces.edit_logo' : 'workspaces.upload_logo')}
          </Button>
          <ImageDialog
            open={open}
            onClose={() => setOpen(false)}
            image={logo_url}
            upload={(file, onProgress) => uploadLogo(workspace, file, onProgress)}
            remove={remove}
          />
        </>
      )}
    </div>
  )
}

import ViewDialog from '#entities/view/view-dialog.tsx'
import { newView } from '#entities/view/view-start.ts'

interface NewViewDialogProps {
  slug: string
  project_id: string
  onClose: () => void
}

export default function NewViewDialog({ slug, project_id, onClose }: NewViewDialogProps) {
  return <ViewDialog scope={{ slug, project_id }} start={newView(project_id)} onClose={onClose} />
}

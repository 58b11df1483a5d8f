import { Suspense } from 'react'
import type { EditorProps } from '#entities/rich-text/editor-props.ts'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'))

/** For texts of more than a line: descriptions, comments, pages. Loaded when first shown. */
export function Editor(props: EditorProps) {
  const { minHeight = props.toolbar === 'fixed' ? 76 : 66 } = props
  return (
    <Suspense
      fallback={
        <div style={{ minHeight }} className="pt-1.5">
          <SkeletonGroup>
            <Skeleton width="88%" />
            <Skeleton width="64%" className="mt-3" />
          </SkeletonGroup>
        </div>
      }
    >
      <RichTextEditor {...props} />
    </Suspense>
  )
}

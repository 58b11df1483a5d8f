import { type ComponentProps, Suspense } from 'react'
import { TypedAhead } from '#ui/controls/typed-ahead.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const Field = lazy(() => import('./folder-field.tsx'))

/** Has the height of its row from the start; text typed before it has loaded is not lost. */
export function FolderField(props: ComponentProps<typeof Field>) {
  return (
    <div className="h-7 max-md:h-11">
      <Suspense fallback={<TypedAhead />}>
        <Field {...props} />
      </Suspense>
    </div>
  )
}

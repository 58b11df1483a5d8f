import type { ComponentProps } from 'react'
import CustomDateDialog from './custom-date-dialog.tsx'
import type { ListContext } from './list-context.ts'
import { useFieldName } from './own-fields.ts'

interface CustomDateFilterProps extends Omit<ComponentProps<typeof CustomDateDialog>, 'name'> {
  context: ListContext
}

/** For a date that every item has, or a property of a type. */
export default function CustomDateFilter({ context, ...props }: CustomDateFilterProps) {
  return <CustomDateDialog {...props} name={useFieldName(context)(props.field)} />
}

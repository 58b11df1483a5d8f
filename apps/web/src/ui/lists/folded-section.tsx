import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../icons/icon.tsx'
import { classNames } from '../theme/class-names.ts'

/** Collapsed, so that no one finds it by accident. */
export function FoldedSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <section className="border-t border-line-subtle py-4">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex h-7 items-center gap-1 rounded-md pr-2 pl-1 font-medium hover:bg-hover max-md:h-11"
        >
          <Icon
            of={ChevronRight}
            className={classNames(
              'text-ink-3 transition-transform duration-(--time-base)',
              open && 'rotate-90',
            )}
          />
          {title}
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </section>
  )
}

import { Loader } from '../feedback/loader.tsx'

/** Shown while the code of a page is loaded. */
export const Pending = () => (
  <div className="h-full">
    <Loader />
  </div>
)

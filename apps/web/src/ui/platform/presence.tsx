import {
  createContext,
  type ReactElement,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

interface Stay {
  /** The owner no longer shows it, and nothing else needs it: it fades out. */
  isClosing: boolean
  /** The owner no longer shows it, but a newer one. */
  isBehind: boolean
  hasLeft: () => boolean
  /** Keeps it mounted until the returned function is called. */
  stay: (reason: StayReason) => () => void
}

/** It is visible until it has faded out; it is needed until the server has responded. */
type StayReason = 'visible' | 'needed'

const StayContext = createContext<Stay | undefined>(undefined)

interface Instance {
  id: number
  element: ReactElement
}

interface Instances {
  shown: Instance | undefined
  left: readonly Instance[]
  count: number
}

function withElement({ shown, left, count }: Instances, element: ReactElement | undefined) {
  if (element && shown) return { shown: { ...shown, element }, left, count }
  const remaining = shown ? [...left, shown] : left
  const next = element && { id: count, element }
  return { shown: next, left: remaining, count: next ? count + 1 : count }
}

interface PresenceProps {
  /** What the owner shows now: `isOpen && <SomeDialog onClose={() => setOpen(false)} />`. */
  children: ReactElement | false | null | undefined | ''
}

/**
 * What is closed stays mounted until it has faded out, and until a form that it sent is answered.
 * Its owner need not wait for that: opened again meanwhile, it is a new one beside the old.
 */
export function Presence({ children }: PresenceProps) {
  const element = children || undefined
  const [instances, setInstances] = useState<Instances>(() =>
    withElement({ shown: undefined, left: [], count: 0 }, element),
  )
  if (element !== instances.shown?.element) setInstances(withElement(instances, element))
  const { shown, left } = instances
  const remove = useCallback(
    (id: number) =>
      setInstances((now) => ({ ...now, left: now.left.filter((one) => one.id !== id) })),
    [],
  )
  return [...left, ...(shown ? [shown] : [])].map((one) => (
    <Staying
      key={one.id}
      id={one.id}
      isLeft={one !== shown}
      isBehind={shown !== undefined && one !== shown}
      onGone={remove}
    >
      {one.element}
    </Staying>
  ))
}

interface StayingProps {
  id: number
  isLeft: boolean
  isBehind: boolean
  onGone: (id: number) => void
  children: ReactElement
}

function Staying({ id, isLeft, isBehind, onGone, children }: StayingProps) {
  const counted = useRef({ visible: 0, needed: 0 })
  const [{ needed }, setCounted] = useState(counted.current)
  const left = useRef(isLeft)

  const stay = useCallback((reason: StayReason) => {
    function count(step: 1 | -1) {
      counted.current = { ...counted.current, [reason]: counted.current[reason] + step }
      setCounted(counted.current)
    }
    count(1)
    return () => count(-1)
  }, [])

  useLayoutEffect(() => {
    left.current = isLeft
  })
  // After the effects of what is inside: those say why it stays.
  useEffect(() => {
    const { visible, needed } = counted.current
    if (isLeft && visible + needed === 0) onGone(id)
  })

  const isClosing = isLeft && needed === 0
  const value = useMemo(
    () => ({ isClosing, isBehind, stay, hasLeft: () => left.current }),
    [isClosing, isBehind, stay],
  )
  return <StayContext value={value}>{children}</StayContext>
}

/** Keeps what is in a `Presence` mounted, even if its owner no longer shows it. */
export function useStay(reason: StayReason, isWanted = true) {
  const stay = use(StayContext)?.stay
  useLayoutEffect(() => (isWanted ? stay?.(reason) : undefined), [stay, reason, isWanted])
}

/** Its owner no longer shows it: it fades out. */
export const useIsClosing = () => use(StayContext)?.isClosing ?? false

/** Its owner shows a newer one. */
export const useIsBehind = () => use(StayContext)?.isBehind ?? false

/**
 * Closes what is in a `Presence` once: a response that arrives while it fades out does not close
 * the one that was opened meanwhile.
 */
export function useClose(onClose: () => void) {
  const stay = use(StayContext)
  return () => {
    if (!stay?.hasLeft()) onClose()
  }
}

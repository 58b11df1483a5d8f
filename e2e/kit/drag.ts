import { expect, type Locator } from '@playwright/test'

interface Spot {
  x: number
  y: number
}

/** Starts dragging an element, once it is draggable. */
export async function lift(carried: Locator, position?: Spot) {
  await carried.hover({ position })
  // Elements become draggable after the first paint, or only on hover.
  await expect(
    carried
      .locator('xpath=ancestor-or-self::*[@draggable="true"] | descendant::*[@draggable="true"]')
      .first(),
  ).toBeAttached()
  await carried.page().mouse.down()
}

/** Drags an element over a target, by default to its middle, and holds it there. */
export async function carry(carried: Locator, target: Locator, position?: Spot) {
  await lift(carried)
  await over(target, position)
}

/** Moves the dragged element over a target. */
export async function over(target: Locator, position?: Spot) {
  const { x, y } = await pointIn(target, position)
  await target.page().mouse.move(x, y, { steps: 6 })
  await target.page().mouse.move(x + 1, y)
}

/** Drops over a target, once it accepts the drop. */
export async function drop(target: Locator, position?: Spot) {
  const page = target.page()
  await page.evaluate(watchDragOver)
  let step = 0
  // A browser repeats `dragover` while the pointer rests; here only a movement sends one.
  const isAccepted = async () => {
    const { x, y } = await pointIn(target, position)
    step = 1 - step
    await page.mouse.move(x + step, y)
    return target.evaluate(isOverElement)
  }
  await expect.poll(isAccepted).toBe(true)
  await page.mouse.up()
}

async function pointIn(target: Locator, position?: Spot): Promise<Spot> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to carry it to.')
  const { x, y } = position ?? { x: box.width / 2, y: box.height / 2 }
  return { x: box.x + x, y: box.y + y }
}

interface Watching {
  lastDragOver?: DragEvent
}

function watchDragOver() {
  addEventListener(
    'dragover',
    (event) => {
      ;(window as Watching).lastDragOver = event
    },
    { capture: true },
  )
}

/** A target that accepts a drop prevents the default. */
function isOverElement(element: Element) {
  const event = (window as Watching).lastDragOver
  const at = event?.target
  if (!event?.defaultPrevented || !(at instanceof Node)) return false
  return element.contains(at) || at.contains(element)
}

/** Drags an element to a target and drops it. */
export async function drag(carried: Locator, target: Locator, position?: Spot) {
  await carry(carried, target, position)
  await drop(target, position)
}

/** The box of an element once it stops moving: a chart scrolls to today after it is rendered. */
export async function settledBox(one: Locator) {
  const seen: Awaited<ReturnType<Locator['boundingBox']>>[] = []
  const isSettled = async () => {
    seen.push(await one.boundingBox())
    const [before, now] = seen.slice(-2)
    return before?.x === now?.x && before?.y === now?.y
  }
  await expect.poll(isSettled).toBe(true)
  return seen.at(-1) ?? null
}

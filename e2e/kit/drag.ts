import { expect, type Locator } from '@playwright/test'

interface Spot {
  x: number
  y: number
}

/** Takes hold of something, as soon as the screen lets it be carried. */
export async function lift(carried: Locator, position?: Spot) {
  await carried.hover({ position })
  // What makes things draggable comes after the first paint, or only under the pointer.
  await expect(
    carried
      .locator('xpath=ancestor-or-self::*[@draggable="true"] | descendant::*[@draggable="true"]')
      .first(),
  ).toBeAttached()
  await carried.page().mouse.down()
}

/** Carries something over a place, by default to its middle, and holds it there. */
export async function carry(carried: Locator, target: Locator, position?: Spot) {
  await lift(carried)
  await over(target, position)
}

/** Moves what is held over a place. */
export async function over(target: Locator, position?: Spot) {
  const { x, y } = await pointIn(target, position)
  await target.page().mouse.move(x, y, { steps: 6 })
  await target.page().mouse.move(x + 1, y)
}

/** Lets go over a place, once the screen there takes what is held. */
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

/** What takes something prevents the event's default. */
function isOverElement(element: Element) {
  const event = (window as Watching).lastDragOver
  const at = event?.target
  if (!event?.defaultPrevented || !(at instanceof Node)) return false
  return element.contains(at) || at.contains(element)
}

/** Carries something to a place and lets go. */
export async function drag(carried: Locator, target: Locator, position?: Spot) {
  await carry(carried, target, position)
  await drop(target, position)
}

/** Where something is once it rests: a chart scrolls to today after it is drawn. */
export async function settledBox(one: Locator) {
  const seen: Awaited<ReturnType<Locator['boundingBox']>>[] = []
  const isSettled = async () => {
    seen.push(await one.boundingBox())
    return seen.at(-1)?.x === seen.at(-2)?.x
  }
  await expect.poll(isSettled).toBe(true)
  return seen.at(-1) ?? null
}

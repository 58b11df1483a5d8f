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
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to carry it to.')
  const { x, y } = position ?? { x: box.width / 2, y: box.height / 2 }
  await target.page().mouse.move(box.x + x, box.y + y, { steps: 6 })
  await target.page().mouse.move(box.x + x + 1, box.y + y)
}

/** Carries something to a place and lets go. */
export async function drag(carried: Locator, target: Locator, position?: Spot) {
  await carry(carried, target, position)
  await carried.page().mouse.up()
}

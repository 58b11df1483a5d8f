export { randomParams, randomWorld } from './random.ts'
export { answerByHand } from './reference.ts'
export { sqliteWorld } from './sqlite-world.ts'
export type { World } from './world.ts'

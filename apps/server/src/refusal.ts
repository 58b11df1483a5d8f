/** Why a command does not do what it was asked: one line for the person at the terminal. */
export class Refusal extends Error {
  override name = 'Refusal'
}

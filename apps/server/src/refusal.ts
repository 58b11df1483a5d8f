/** Why a command refuses to run: one line for the terminal. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The command was called in another way than it can be: the line says how. */
export class WrongCall extends Refusal {
  override name = 'WrongCall'
}

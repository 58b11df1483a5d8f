import type { Then } from './use-optimistic-mutation.ts'

/**
 * Resolves when a change is made, or stored for later, then without an answer; the caller shows why
 * it failed.
 */
export const whenSent = <Variables, Answer>(
  mutate: (variables: Variables, then?: Then<Answer>) => void,
  variables: Variables,
) =>
  new Promise<Answer | undefined>((resolve, reject) => {
    mutate(variables, {
      onSuccess: resolve,
      onStored: () => resolve(undefined),
      onFailure: (error) => {
        reject(error)
        return true
      },
    })
  })

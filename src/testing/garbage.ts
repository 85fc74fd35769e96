import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects everything that nothing refers to. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  // A weak reference keeps its target until the end of the turn that read it.
  await nextTurn()
  ;(runInNewContext('gc') as () => void)()
}

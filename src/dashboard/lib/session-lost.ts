import { noteWentOut } from './came-in.ts'

type Listener = () => void

let listener: Listener | undefined
let isSaid = false

/** Says once that the session is over, however many calls were refused together. */
export function sessionLost(): void {
  if (isSaid) return
  isSaid = true
  noteWentOut()
  listener?.()
}

/** Who leads the way to the sign-in page. */
export function onSessionLost(act: Listener): void {
  listener = act
}

/** A new session began; the next loss is news again. */
export function sessionFound(): void {
  isSaid = false
}

type Listener = () => void

let listener: Listener | undefined
let isLost = false
const endings = new Set<Listener>()

/** Reports that the session is over: once, however many calls were refused at the same time. */
export function sessionLost(): void {
  if (isLost) return
  isLost = true
  for (const ending of endings) ending()
  forgetSignedIn()
  listener?.()
}

/** Sets what happens then, which is going to the sign-in page. */
export function onSessionLost(goToSignIn: Listener): void {
  listener = goToSignIn
}

/** Calls back right before that, to store what would be lost. Returns how to stop. */
export function beforeSessionLost(store: Listener): () => void {
  endings.add(store)
  return () => void endings.delete(store)
}

export const isSessionLost = (): boolean => isLost

/** A new session began, so its loss is reported again. */
export function sessionStarted(): void {
  isLost = false
}

const storageKey = 'lectern.came-in'

/** Published pages on this host offer editing to people who signed in here; the server checks what they may do. */
export function rememberSignedIn(): void {
  try {
    localStorage.setItem(storageKey, 'true')
  } catch {
    // Storage is full or blocked: published pages then offer nothing.
  }
}

/** The session of this browser is over. What was read ahead with it is not for the next person. */
export function forgetSignedIn(): void {
  window.lecternReads?.clear()
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked, so nothing was stored either.
  }
}

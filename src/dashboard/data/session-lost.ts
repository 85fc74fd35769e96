type Listener = () => void

let listener: Listener | undefined
let isLost = false
/** Who is signed in in this window; empty while no one is. */
let userId = ''
const endings = new Set<Listener>()

/** Reports that the session is over: once, however many calls were refused at the same time. */
export function sessionLost(): void {
  if (isLost) return
  endSession()
  listener?.()
}

/** Ends the session of this window, such as after signing out. A call that is refused later reports nothing. */
export function endSession(): void {
  isLost = true
  for (const ending of endings) ending()
  forgetSignedIn()
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

/**
 * Tells other windows who is signed in in this browser. Published pages on this host then offer editing; the server
 * checks what the person may do.
 */
export function rememberSignedIn(id: string): void {
  userId = id
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // Storage is full or blocked: published pages then offer nothing.
  }
}

/** What was read ahead with the session is not for the next person. Who signed in meanwhile stays signed in. */
function forgetSignedIn(): void {
  window.lecternReads?.clear()
  try {
    if (localStorage.getItem(storageKey) === userId) localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked, so nothing was stored either.
  }
  userId = ''
}

/** Follows other windows: they share the session, so it is over here when one signs out or someone else signs in. */
export function watchOtherWindows(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storageKey && userId !== '' && newValue !== userId) sessionLost()
  })
}

/** Calls back when someone signs in in another window. Returns how to stop. */
export function onSignedInElsewhere(proceed: Listener): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey && newValue !== null) proceed()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

const name = 'lectern.came-in'

/** The pages of sites on this host name offer editing to who came in here; what they may do is asked each time. */
export function noteCameIn(): void {
  try {
    localStorage.setItem(name, 'true')
  } catch {
    // Then pages of sites offer nothing.
  }
}

export function noteWentOut(): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}

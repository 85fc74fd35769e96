/** Asks before the window is left while several writes are on their way: those not sent yet would be lost. */
export async function stayUntil<T>(ending: Promise<T>, writes: number): Promise<T> {
  if (writes < 2) return await ending
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  try {
    return await ending
  } finally {
    window.removeEventListener('beforeunload', ask)
  }
}

import { startTransition, useEffect, useState } from 'react'
import { useIsFirstViewLoaded } from './use-first-view.ts'

/**
 * Whether the caller was on screen for a frame, in a first view that has its data. What surrounds a view, such as reads
 * that fill in counts, waits for that, so that it does not delay the view itself.
 */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false)
  const isLoaded = useIsFirstViewLoaded()
  useEffect(() => afterPaint(() => setIsPainted(true)), [])
  return isPainted && isLoaded
}

const waiting = new Set<() => void>()

/** Runs a function after the next frame, with all others that wait for it, so that React renders them together. */
function afterPaint(run: () => void): () => void {
  waiting.add(run)
  if (waiting.size === 1) {
    // A hidden window has no frames.
    if (document.visibilityState === 'hidden') window.setTimeout(runAll)
    else requestAnimationFrame(() => window.setTimeout(runAll))
  }
  return () => void waiting.delete(run)
}

function runAll(): void {
  const all = [...waiting]
  waiting.clear()
  startTransition(() => {
    for (const run of all) run()
  })
}

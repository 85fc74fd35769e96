/** A thread's preferred top edge, and its height. */
export type ThreadBox = { readonly top: number; readonly height: number }

/**
 * Where each stands, in the order given, so that none covers another: each as near below its wish as the one before
 * lets it; the chosen one stands exactly where it wants to, and those before it give way upwards as far as they can.
 */
export function layoutThreads(threads: readonly ThreadBox[], gap: number, selected = -1): number[] {
  const tops: number[] = []
  let free = 0
  for (const { top, height } of threads) {
    const at = Math.max(top, free)
    tops.push(at)
    free = at + height + gap
  }
  const wanted = threads[selected]?.top
  if (wanted === undefined) return tops
  const needed = threads.slice(0, selected).reduce((sum, { height }) => sum + height + gap, 0)
  tops[selected] = Math.max(wanted, needed)
  for (let at = selected - 1; at >= 0; at--) {
    const most = (tops[at + 1] ?? 0) - gap - (threads[at]?.height ?? 0)
    tops[at] = Math.min(tops[at] ?? 0, most)
  }
  for (let at = selected + 1; at < threads.length; at++) {
    const before = (tops[at - 1] ?? 0) + (threads[at - 1]?.height ?? 0) + gap
    tops[at] = Math.max(threads[at]?.top ?? 0, before)
  }
  return tops
}

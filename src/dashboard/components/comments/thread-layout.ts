/** A thread's preferred top edge, and its height. */
export type ThreadBox = { readonly top: number; readonly height: number }

/**
 * Where each stands, in the order given, so that none covers another: each as near below its wish as the one before
 * lets it; the chosen one stands exactly where it wants to, and those before it give way upwards as far as they can.
 */
export function layoutThreads(wishes: readonly ThreadBox[], gap: number, chosen = -1): number[] {
  const tops: number[] = []
  let free = 0
  for (const { top, height } of wishes) {
    const at = Math.max(top, free)
    tops.push(at)
    free = at + height + gap
  }
  const wanted = wishes[chosen]?.top
  if (wanted === undefined) return tops
  const needed = wishes.slice(0, chosen).reduce((sum, { height }) => sum + height + gap, 0)
  tops[chosen] = Math.max(wanted, needed)
  for (let at = chosen - 1; at >= 0; at--) {
    const most = (tops[at + 1] ?? 0) - gap - (wishes[at]?.height ?? 0)
    tops[at] = Math.min(tops[at] ?? 0, most)
  }
  for (let at = chosen + 1; at < wishes.length; at++) {
    const before = (tops[at - 1] ?? 0) + (wishes[at - 1]?.height ?? 0) + gap
    tops[at] = Math.max(wishes[at]?.top ?? 0, before)
  }
  return tops
}

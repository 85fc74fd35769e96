/** Round tick values from 0 to at least the highest count, up to five of them. */
export function ticksTo(highest: number): number[] {
  if (highest <= 0) return [0, 1]
  if (highest <= 3) return Array.from({ length: highest + 1 }, (_, index) => index)
  const rough = highest / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough && Number.isInteger(one)) ??
    power * 10
  const count = Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Which intervals have a label below the axis, given the width of a label. The last one always has one. */
export function labeledIndexes(count: number, width: number, labelWidth: number): number[] {
  const fits = Math.max(2, Math.floor(width / labelWidth))
  const step = Math.max(1, Math.ceil(count / fits))
  const first = (count - 1) % step
  return Array.from({ length: Math.ceil((count - first) / step) }, (_, index) => first + index * step)
}

/** The change of a count in percent: `+12 %`; null if there is nothing to compare with. */
export function percentChange(now: number, before: number): string | null {
  if (before === 0) return null
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent).toLocaleString('en')} %`
}

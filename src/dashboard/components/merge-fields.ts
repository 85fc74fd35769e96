/** A field that two people changed to different values since `base`. */
export type FieldConflict = {
  readonly name: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

type MergeResult<V> = {
  /** What both typed; mine where they conflict. */
  readonly values: V
  readonly conflicts: readonly FieldConflict[]
  /** How many fields only the other person changed. */
  readonly mergedCount: number
}

/** Merges what I typed into a form with what someone else saved since it was opened, field by field. */
export function mergeFields<V extends Readonly<Record<string, unknown>>>(
  base: V,
  mine: V,
  theirs: V,
): MergeResult<V> {
  const conflicts: FieldConflict[] = []
  const theirChanges: [string, unknown][] = []
  for (const name of Object.keys(mine)) {
    const field = { name, base: base[name], mine: mine[name], theirs: theirs[name] }
    if (isSame(field.mine, field.theirs) || isSame(field.base, field.theirs)) continue
    if (isSame(field.base, field.mine)) theirChanges.push([name, field.theirs])
    else conflicts.push(field)
  }
  return {
    values: { ...mine, ...Object.fromEntries(theirChanges) },
    conflicts,
    mergedCount: theirChanges.length,
  }
}

/** Form values are plain data, so equal JSON means equal values. */
export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The fields of a body that differ from the object as it is now, so that others may change the remaining ones. */
export function changedOf<V extends Readonly<Record<string, unknown>>>(values: V, now: V): Partial<V> {
  const changed: Partial<V> = {}
  for (const name of Object.keys(values) as (keyof V)[]) {
    if (!isSame(values[name], now[name])) changed[name] = values[name]
  }
  return changed
}

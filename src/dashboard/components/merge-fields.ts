/** A field that two people gave different values since `base`. */
export type Conflict = {
  readonly name: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export type Merged<V> = {
  /** What both wrote together; in a conflict mine. */
  readonly values: V
  readonly conflicts: readonly Conflict[]
  /** How many fields only they changed. */
  readonly taken: number
}

/** Puts together what I wrote in a form and what was saved by somebody else since it was opened, field by field. */
export function mergeFields<V extends Readonly<Record<string, unknown>>>(
  base: V,
  mine: V,
  theirs: V,
): Merged<V> {
  const conflicts: Conflict[] = []
  const taken: [string, unknown][] = []
  for (const name of Object.keys(mine)) {
    const field = { name, base: base[name], mine: mine[name], theirs: theirs[name] }
    if (isSame(field.mine, field.theirs) || isSame(field.base, field.theirs)) continue
    if (isSame(field.base, field.mine)) taken.push([name, field.theirs])
    else conflicts.push(field)
  }
  return { values: { ...mine, ...Object.fromEntries(taken) }, conflicts, taken: taken.length }
}

/** Values of forms are plain, so their written form tells whether they are equal. */
export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Only the members of a body that differ from what the object has now, so that the rest stays whatever it becomes. */
export function changedOf<V extends Readonly<Record<string, unknown>>>(values: V, now: V): Partial<V> {
  const changed: Partial<V> = {}
  for (const name of Object.keys(values) as (keyof V)[]) {
    if (!isSame(values[name], now[name])) changed[name] = values[name]
  }
  return changed
}

/** Random choices that a seed repeats. */
export type Random = {
  /** From 0 to 1, without 1. */
  readonly next: () => number
  /** A whole number from 0 to `below` − 1. */
  readonly int: (below: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(values: readonly T[]) => T
}

/** The generator mulberry32, seeded by two numbers: a run, and a request of it. */
export function randomFrom(seed: number, index: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (values) => {
      if (values.length === 0) throw new Error('There is nothing to pick from')
      return values[int(values.length)] as (typeof values)[number]
    },
  }
}

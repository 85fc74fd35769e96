export type Crumb = { title: string /** Absent on the last one. */; to?: string }

let shown: readonly Crumb[] = []
const listeners = new Set<() => void>()

/** Where one is, below the organization: set by `useCrumbs`, shown in the top bar. */
export const crumbs = {
  set: (next: readonly Crumb[]) => {
    shown = next
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  shown: () => shown,
}

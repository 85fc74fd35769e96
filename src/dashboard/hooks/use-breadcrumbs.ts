import { useLayoutEffect } from 'react'

export type Breadcrumb = {
  title: string
  /** Absent on the last one, which is the page itself. */
  to?: string
}

/**
 * Sets the breadcrumbs below the organization, and the title of the window: that of the last breadcrumb unless `title`
 * says otherwise (`Structure of Halden Docs`). Null leaves the title to a view inside this one.
 */
export function useBreadcrumbs(
  list: readonly Breadcrumb[],
  title: string | null = list.at(-1)?.title ?? '',
): void {
  const json = JSON.stringify(list)
  useLayoutEffect(() => {
    breadcrumbStore.set(JSON.parse(json))
  }, [json])
  useWindowTitle(title)
}

/** Sets the title of the browser's window or tab. */
export function useWindowTitle(title: string | null): void {
  useLayoutEffect(() => {
    if (title !== null) document.title = title === '' ? 'Lectern' : `${title} · Lectern`
  }, [title])
}

let current: readonly Breadcrumb[] = []
const listeners = new Set<() => void>()

/** The breadcrumbs that the top bar shows. */
export const breadcrumbStore = {
  set: (next: readonly Breadcrumb[]) => {
    current = next
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: () => current,
}

import { useLayoutEffect } from 'react'
import { type Crumb, crumbs } from '../lib/crumbs.ts'

/**
 * Says where one is: the crumbs below the organization, and the title of the window, which is that of the last
 * crumb unless given (`Structure of Halden Docs`).
 */
export function useCrumbs(list: readonly Crumb[], title: string = list.at(-1)?.title ?? ''): void {
  const names = JSON.stringify(list)
  useLayoutEffect(() => {
    crumbs.set(JSON.parse(names))
  }, [names])
  useWindowTitle(title)
}

/** Title of the browser's window or tab. */
export function useWindowTitle(title: string): void {
  useLayoutEffect(() => {
    document.title = title === '' ? 'Lectern' : `${title} · Lectern`
  }, [title])
}

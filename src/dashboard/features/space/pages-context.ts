import { createContext, useContext } from 'react'
import type { Content } from './space-content.ts'
import type { SpaceSearch } from './space-search.ts'

type Pages = {
  readonly content: Content
  readonly search: SpaceSearch
  /** Changes the address: the dialog that makes a page, the comments. */
  readonly onSearch: (change: SpaceSearch) => void
  /** Shows the tree as a sheet, below 900 px. */
  readonly openSheet: () => void
  /** Where a page that is being edited puts its banner: above the tree, as wide as the view. */
  readonly above: HTMLElement | null
}

/** What the views beside the page tree share with it. */
export const PagesContext = createContext<Pages | null>(null)

export function usePages(): Pages {
  const pages = useContext(PagesContext)
  if (!pages) throw new Error('There is no page tree around this view')
  return pages
}

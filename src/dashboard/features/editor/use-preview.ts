import type { TextPlace } from '../../components/page-text/page-links.ts'
import { useDrawnPage } from '../../components/page-text/use-drawn-page.ts'
import { useDebounced } from '../../hooks/use-debounced.ts'

const rest = 120

/** The page drawn from what is written, once the hand rests for a moment. */
export function usePreview(markdown: string, title: string, place: TextPlace) {
  const rested = useDebounced(markdown, rest)
  return useDrawnPage({ markdown: rested, title, place, places: true })
}

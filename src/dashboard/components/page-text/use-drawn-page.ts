import { useEffect, useMemo, useState } from 'react'
import type { Highlighter } from '#markup/highlight.ts'
import { type DrawnPage, drawPage } from './draw-page.ts'
import type { TextPlace } from './page-links.ts'

let loading: Promise<Highlighter> | undefined

/** Loaded with the first page that has code in it. */
const loadHighlighter = (): Promise<Highlighter> => {
  loading ??= import('#markup/highlight.ts').then(({ createHighlighter }) => createHighlighter())
  return loading
}

type Given = { markdown: string; title: string; place: TextPlace; places?: boolean }

/** The page drawn; its code is coloured as soon as the grammars are there. */
export function useDrawnPage({ markdown, title, place, places = false }: Given): DrawnPage {
  const [ready, setReady] = useState<{ highlighter: Highlighter; languages: string } | null>(null)
  const drawn = useMemo(
    () => drawPage(markdown, { title, place, places, highlighter: ready?.highlighter ?? null }),
    [markdown, title, place, places, ready],
  )
  const languages = drawn.languages.join(' ')
  useEffect(() => {
    if (languages === '') return
    let isGone = false
    const prepare = async () => {
      const highlighter = await loadHighlighter()
      await highlighter.prepare(languages.split(' '))
      if (!isGone)
        setReady((before) => (before?.languages === languages ? before : { highlighter, languages }))
    }
    // Without its grammars code stays plain, which is no fault to speak of.
    prepare().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [languages])
  return drawn
}

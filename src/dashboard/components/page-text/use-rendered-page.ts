import { useEffect, useMemo, useState } from 'react'
import type { Highlighter } from '#markup/highlight.ts'
import type { HastOptions } from '#markup/to-hast.ts'
import type { LinkContext } from './page-links.ts'
import { type RenderedPage, renderPage } from './render-page.ts'
import { useOperations } from './use-operations.ts'

let loading: Promise<Highlighter> | undefined

/** Loaded with the first page that has code in it. */
const loadHighlighter = (): Promise<Highlighter> => {
  loading ??= import('#markup/highlight.ts').then(({ createHighlighter }) => createHighlighter())
  return loading
}

type Options = { markdown: string; title: string; place: LinkContext; places?: boolean }

type Formula = NonNullable<HastOptions['formula']>

/** Loaded with the first page that has a formula in it. */
function useFormulas(isNeeded: boolean): Formula | null {
  const [draw, setDraw] = useState<{ formula: Formula } | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    let isGone = false
    const load = async () => {
      const { renderFormula } = await import('#markup/formulas.ts')
      if (!isGone) setDraw((before) => before ?? { formula: renderFormula })
    }
    // Without it formulas stay source, which can be read.
    load().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [isNeeded])
  return draw?.formula ?? null
}

/** The rendered page. Code highlighting and formulas follow once their modules are loaded. */
export function useRenderedPage({ markdown, title, place, places = false }: Options): RenderedPage {
  const [ready, setReady] = useState<{ highlighter: Highlighter; languages: string } | null>(null)
  const formula = useFormulas(markdown.includes('$$'))
  const operations = useOperations(place.organizationId, markdown)
  const highlighter = ready?.highlighter ?? null
  const drawn = useMemo(
    () => renderPage(markdown, { title, place, places, highlighter, formula, operations }),
    [markdown, title, place, places, highlighter, ready, formula, operations],
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

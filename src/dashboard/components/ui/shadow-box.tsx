import { useEffect, useRef } from 'react'

type Props = {
  className?: string
  /** Builds what lives inside and answers how to take it away again. Called once. */
  onRoot: (root: ShadowRoot, place: HTMLElement) => () => void
}

/**
 * A box with a shadow root, for libraries that write style elements into a document but adopt style sheets within a
 * shadow root, which our content policy allows: `new EditorView({ root, parent: place, … })`. Custom properties and
 * inherited text styles reach inside, class names do not.
 */
export function ShadowBox({ className, onRoot }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const build = useRef(onRoot)
  useEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const place = document.createElement('div')
    root.append(place)
    const remove = build.current(root, place)
    return () => {
      remove()
      place.remove()
    }
  }, [])
  return <div ref={host} className={className} />
}

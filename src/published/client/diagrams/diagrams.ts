import type { DiagramRequest, DiagramResponse } from '#markup/diagram-messages.ts'
import { currentScheme } from '../scheme.ts'

let listening = new AbortController()

/** A code block with a diagram, and the image that replaces it. */
type Diagram = { readonly block: HTMLElement; readonly text: string; readonly picture: HTMLImageElement }

/**
 * Replaces diagram code with an image. It is rendered in a sandboxed frame and shown as an image, so that neither the
 * library nor the text of a diagram can affect the page. Invalid diagrams remain code.
 */
export function renderDiagrams(blocks: readonly HTMLElement[]): void {
  listening.abort()
  listening = new AbortController()
  const { signal } = listening
  document.querySelector('.diagram-frame')?.remove()
  const diagrams = blocks.map(diagramOf)
  const frame = document.createElement('iframe')
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  frame.className = 'diagram-frame'
  frame.setAttribute('sandbox', 'allow-scripts')
  // In a constant, so that the build does not treat the frame as an asset.
  const file = 'diagrams.html'
  frame.src = new URL(file, import.meta.url).href
  const requestAll = () =>
    diagrams.forEach(({ text }, index) => {
      requestDiagram(frame, index + 1, text)
    })
  addEventListener(
    'message',
    ({ source, data }: MessageEvent<DiagramResponse>) => {
      if (source !== frame.contentWindow) return
      if (data.id === 0) return requestAll()
      const diagram = diagrams[data.id - 1]
      if (diagram && data.svg) showDiagram(diagram, data)
    },
    { signal },
  )
  const observer = new MutationObserver(requestAll)
  observer.observe(document.documentElement, { attributeFilter: ['data-scheme'] })
  signal.addEventListener('abort', () => observer.disconnect())
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', requestAll, { signal })
  document.body.append(frame)
}

function diagramOf(block: HTMLElement): Diagram {
  const picture = document.createElement('img')
  picture.className = 'diagram'
  picture.alt = block.querySelector('pre')?.getAttribute('aria-label') ?? ''
  return { block, text: block.querySelector('pre')?.textContent ?? '', picture }
}

function requestDiagram(frame: HTMLIFrameElement, id: number, text: string): void {
  const request: DiagramRequest = { id, text, isDark: currentScheme() === 'dark' }
  frame.contentWindow?.postMessage(request, '*')
}

function showDiagram(
  { block, picture }: Diagram,
  { svg = '', width = 0, height = 0, name }: DiagramResponse,
): void {
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  picture.width = width
  picture.height = height
  if (name) picture.alt = name
  if (picture.isConnected) return
  const figure = document.createElement('figure')
  figure.append(picture)
  block.before(figure)
  block.hidden = true
}

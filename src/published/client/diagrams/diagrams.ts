import { schemeNow } from '../scheme.ts'
import type { DiagramAnswer, DiagramQuestion } from './messages.ts'

/** What is drawn of a block of code, and what is known of it. */
type Drawing = { readonly block: HTMLElement; readonly text: string; readonly picture: HTMLImageElement }

/**
 * Puts a picture in the place of each diagram. It is drawn in a frame without origin and shown as an image, so neither
 * the library nor the text of a diagram reaches the page. What is no diagram stays code.
 */
export function drawDiagrams(blocks: readonly HTMLElement[]): void {
  const drawings = blocks.map(drawingOf)
  const frame = document.createElement('iframe')
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  frame.className = 'diagram-frame'
  frame.setAttribute('sandbox', 'allow-scripts')
  // In a constant, so that the build does not take the frame for a file of its own.
  const file = 'diagrams.html'
  frame.src = new URL(file, import.meta.url).href
  const ask = () =>
    drawings.forEach(({ text }, index) => {
      question(frame, index + 1, text)
    })
  addEventListener('message', ({ source, data }: MessageEvent<DiagramAnswer>) => {
    if (source !== frame.contentWindow) return
    if (data.id === 0) return ask()
    const drawing = drawings[data.id - 1]
    if (drawing && data.svg) show(drawing, data)
  })
  new MutationObserver(ask).observe(document.documentElement, { attributeFilter: ['data-scheme'] })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ask)
  document.body.append(frame)
}

function drawingOf(block: HTMLElement): Drawing {
  const picture = document.createElement('img')
  picture.className = 'diagram'
  picture.alt = block.querySelector('pre')?.getAttribute('aria-label') ?? ''
  return { block, text: block.querySelector('pre')?.textContent ?? '', picture }
}

function question(frame: HTMLIFrameElement, id: number, text: string): void {
  const asked: DiagramQuestion = { id, text, isDark: schemeNow() === 'dark' }
  frame.contentWindow?.postMessage(asked, '*')
}

function show({ block, picture }: Drawing, { svg = '', width = 0, height = 0, name }: DiagramAnswer): void {
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

import type { DiagramRequest, DiagramResponse } from '#markup/diagram-messages.ts'

/** URL of the library, which the build inserts. */
declare const diagramLibraryUrl: string

type Library = typeof import('mermaid')

/**
 * Renders diagrams for the page around this frame. The library adds styles to its document, which the content security
 * policy of pages forbids. This frame allows styles but has no origin, so that it cannot access anything else.
 */
async function serveParent(): Promise<void> {
  const { default: mermaid }: Library = await import(/* @vite-ignore */ diagramLibraryUrl)
  let queue = Promise.resolve()
  addEventListener('message', ({ source, data }: MessageEvent<DiagramRequest>) => {
    if (source !== parent || typeof data?.text !== 'string') return
    queue = queue.then(async () => respond({ id: data.id, ...(await renderDiagram(mermaid, data)) }))
  })
  respond({ id: 0 })
}

const respond = (response: DiagramResponse) => parent.postMessage(response, '*')

async function renderDiagram(
  mermaid: Library['default'],
  { id, text, isDark }: DiagramRequest,
): Promise<Omit<DiagramResponse, 'id'>> {
  const color = isDark ? '#dbd5ce' : '#302b26'
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: isDark ? 'dark' : 'neutral',
    darkMode: isDark,
    // An image cannot use web fonts of the page, so text is measured with a system font.
    fontFamily: 'system-ui, sans-serif',
    themeVariables: { lineColor: color, textColor: color, fontSize: '15px' },
    htmlLabels: false,
    flowchart: { htmlLabels: false, useMaxWidth: false },
    maxTextSize: 50_000,
    maxEdges: 500,
  })
  try {
    return pictureOf((await mermaid.render(`diagram-${id}`, text)).svg)
  } catch (error) {
    // Mermaid throws for invalid diagrams.
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function pictureOf(markup: string): Omit<DiagramResponse, 'id'> {
  const picture = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg')
  if (!picture) return {}
  const { width, height } = picture.viewBox.baseVal
  const size = { width: Math.ceil(width), height: Math.ceil(height) }
  picture.setAttribute('width', String(size.width))
  picture.setAttribute('height', String(size.height))
  picture.style.removeProperty('max-width')
  const texts = ['title', 'desc'].map((tag) => picture.querySelector(`:scope > ${tag}`)?.textContent)
  const name = texts.filter(Boolean).join(': ')
  return { svg: new XMLSerializer().serializeToString(picture), ...size, ...(name ? { name } : {}) }
}

void serveParent()

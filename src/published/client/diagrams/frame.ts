import type { DiagramAnswer, DiagramQuestion } from './messages.ts'

/** Address of the library beside this file, written in by the build. */
declare const libraryOfDiagrams: string

type Library = typeof import('mermaid')

/**
 * Draws diagrams for the page around this frame. The library writes styles into the document it draws in, which the
 * pages of sites do not allow; here they are allowed, and little else is: the frame has no origin of its own.
 */
async function answerParent(): Promise<void> {
  const { default: mermaid }: Library = await import(/* @vite-ignore */ libraryOfDiagrams)
  let waiting = Promise.resolve()
  addEventListener('message', ({ source, data }: MessageEvent<DiagramQuestion>) => {
    if (source !== parent || typeof data?.text !== 'string') return
    waiting = waiting.then(async () => tell({ id: data.id, ...(await drawn(mermaid, data)) }))
  })
  tell({ id: 0 })
}

const tell = (said: DiagramAnswer) => parent.postMessage(said, '*')

async function drawn(
  mermaid: Library['default'],
  { id, text, isDark }: DiagramQuestion,
): Promise<Omit<DiagramAnswer, 'id'>> {
  const ink = isDark ? '#dbd5ce' : '#302b26'
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: isDark ? 'dark' : 'neutral',
    darkMode: isDark,
    // A picture cannot use fonts of the page, so it is measured with the one that it will have.
    fontFamily: 'system-ui, sans-serif',
    themeVariables: { lineColor: ink, textColor: ink, fontSize: '15px' },
    htmlLabels: false,
    flowchart: { htmlLabels: false, useMaxWidth: false },
    maxTextSize: 50_000,
    maxEdges: 500,
  })
  try {
    return pictureOf((await mermaid.render(`diagram-${id}`, text)).svg)
  } catch {
    return {}
  }
}

function pictureOf(markup: string): Omit<DiagramAnswer, 'id'> {
  const picture = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg')
  if (!picture) return {}
  const { width, height } = picture.viewBox.baseVal
  const size = { width: Math.ceil(width), height: Math.ceil(height) }
  picture.setAttribute('width', String(size.width))
  picture.setAttribute('height', String(size.height))
  picture.style.removeProperty('max-width')
  const said = ['title', 'desc'].map((tag) => picture.querySelector(`:scope > ${tag}`)?.textContent)
  const name = said.filter(Boolean).join(': ')
  return { svg: new XMLSerializer().serializeToString(picture), ...size, ...(name ? { name } : {}) }
}

void answerParent()

import type { DiagramRequest, DiagramResponse } from '#markup/diagram-messages.ts'
import { onTheme, theme } from '../../lib/theme.ts'

/** A diagram as an image, or why it is invalid. */
export type DiagramPicture = Omit<DiagramResponse, 'id'>

const waiting = new Map<number, (picture: DiagramPicture) => void>()
let frame: Promise<HTMLIFrameElement> | undefined
let lastId = 0

/** Draws a diagram in the frame that draws those of sites: sandboxed, because the library adds styles to its document. */
export async function renderDiagram(text: string): Promise<DiagramPicture> {
  frame ??= openFrame()
  const { contentWindow } = await frame
  const request: DiagramRequest = { id: ++lastId, text, isDark: isDark() }
  return new Promise((resolve) => {
    waiting.set(request.id, resolve)
    contentWindow?.postMessage(request, '*')
  })
}

function openFrame(): Promise<HTMLIFrameElement> {
  const created = document.createElement('iframe')
  created.tabIndex = -1
  created.ariaHidden = 'true'
  created.className = 'diagram-frame'
  created.setAttribute('sandbox', 'allow-scripts')
  created.src = '/reader/diagrams.html'
  return new Promise((resolve) => {
    addEventListener('message', ({ source, data }: MessageEvent<DiagramResponse>) => {
      if (source !== created.contentWindow) return
      if (data.id === 0) resolve(created)
      waiting.get(data.id)?.(data)
      waiting.delete(data.id)
    })
    document.body.append(created)
  })
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

const isDark = (): boolean => (theme() === 'system' ? systemIsDark.matches : theme() === 'dark')

/** Calls back when diagrams must be drawn in other colors. */
export function onDiagramColors(redraw: () => void): () => void {
  systemIsDark.addEventListener('change', redraw)
  const stop = onTheme(redraw)
  return () => {
    systemIsDark.removeEventListener('change', redraw)
    stop()
  }
}

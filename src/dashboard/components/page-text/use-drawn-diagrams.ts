import { type RefObject, useEffect } from 'react'

/** Replaces the code of the diagrams in a text with pictures. An invalid diagram stays code. */
export function useDrawnDiagrams(body: RefObject<HTMLElement | null>, html: string): void {
  useEffect(() => {
    const blocks = [...(body.current?.querySelectorAll<HTMLElement>('.code.diagram') ?? [])]
    if (blocks.length === 0) return
    let stop: (() => void) | undefined
    let isGone = false
    // The library is large, so it is loaded with the first diagram. Without it, the code can be read.
    import('./diagrams.ts').then(
      ({ onDiagramColors, renderDiagram }) => {
        if (isGone) return
        const drawAll = () => {
          for (const block of blocks) void drawIn(block, renderDiagram)
        }
        stop = onDiagramColors(drawAll)
        drawAll()
      },
      () => undefined,
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [body, html])
}

type Render = typeof import('./diagrams.ts')['renderDiagram']

async function drawIn(block: HTMLElement, render: Render): Promise<void> {
  const code = block.querySelector('pre')
  const { svg, width = 0, height = 0, name } = await render(code?.textContent?.trim() ?? '')
  if (code === null || svg === undefined || !block.isConnected) return
  const picture = block.querySelector('img') ?? document.createElement('img')
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  picture.width = width
  picture.height = height
  picture.alt = name || code.ariaLabel || 'Diagram'
  code.hidden = true
  block.append(picture)
}

import { elementOf } from './dom.ts'

/** An embed of another host loads when the reader asks for it, not before. */
export function loadEmbeds(): void {
  addEventListener('click', (event) => {
    const link = elementOf(event)?.closest<HTMLElement>('a.embed[data-embed]')
    if (!link || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    const frame = document.createElement('iframe')
    frame.className = 'embed-frame'
    frame.title = link.querySelector('strong')?.textContent ?? ''
    frame.allow = 'fullscreen'
    frame.src = link.dataset.embed ?? ''
    link.replaceWith(frame)
    frame.focus()
  })
}

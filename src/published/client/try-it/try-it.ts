import type { ApiRequest } from '#markup/api-request.ts'
import { createElement } from '../dom.ts'
import { requestForm } from './request-form.ts'
import { type ApiResponse, sendRequest } from './send-request.ts'

/** Lets readers send the requests that API operations describe. The form is created when it is opened first. */
export function enableTryIt(buttons: readonly HTMLButtonElement[]): void {
  for (const [index, button] of buttons.entries()) {
    const id = `~try-${index}`
    let panel: HTMLElement | undefined
    button.hidden = false
    button.ariaExpanded = 'false'
    button.addEventListener('click', () => {
      panel ??= panelOf(button, id)
      const isOpen = button.ariaExpanded !== 'true'
      button.ariaExpanded = String(isOpen)
      panel.hidden = !isOpen
      if (isOpen) panel.querySelector<HTMLElement>('select, input, textarea')?.focus()
    })
  }
}

function panelOf(button: HTMLButtonElement, id: string): HTMLElement {
  const request: ApiRequest = JSON.parse(button.dataset.request ?? '')
  const { labels } = request
  const form = requestForm(request, id)
  const send = createElement('button', 'button primary', labels.sendRequest)
  const note = createElement('p', 'try-note')
  const status = createElement('p', 'try-status')
  status.setAttribute('role', 'status')
  const result = createElement('div', 'try-result')
  const host = () => URL.parse(form.server())?.host ?? form.server()
  const describe = () => note.replaceChildren(labels.requestNote.replace('{host}', host()))
  describe()
  form.element.append(note, send, status, result)
  form.element.addEventListener('change', describe)
  let sending: AbortController | undefined
  form.element.addEventListener('submit', async (event) => {
    event.preventDefault()
    sending?.abort()
    sending = new AbortController()
    const { signal } = sending
    status.className = 'try-status'
    status.textContent = labels.sending
    result.replaceChildren()
    const response = await sendRequest(form.read(), signal)
    if (signal.aborted) return
    if (response === null) {
      status.classList.add('is-failed')
      status.textContent = labels.requestFailed.replace('{host}', host())
    } else showResponse(response, { request, status, result })
  })
  button.setAttribute('aria-controls', id)
  button.closest('.op-line')?.after(form.element)
  return form.element
}

type Parts = { readonly request: ApiRequest; readonly status: HTMLElement; readonly result: HTMLElement }

function showResponse(
  { status: code, statusText, ms, bytes, headers, text, isCut }: ApiResponse,
  { request: { labels }, status, result }: Parts,
): void {
  const shown = createElement('span', `status ${code < 400 ? 'ok' : 'no'}`, `${code} ${statusText}`.trim())
  status.replaceChildren(shown, ` · ${Math.round(ms)} ms · ${sizeOf(bytes)}`)
  const list = createElement('details', 'op-more', createElement('summary', '', labels.headers))
  list.append(textBlock(headers.map(([name, value]) => `${name}: ${value}`).join('\n'), labels.headers))
  const body = text === '' ? createElement('p', 'op-empty', labels.noBody) : textBlock(text, labels.response)
  const more = isCut ? [createElement('p', 'op-cut', labels.leftOut)] : []
  result.replaceChildren(list, body, ...more)
}

/** A text that can be scrolled by keyboard. */
function textBlock(text: string, name: string): HTMLElement {
  const block = createElement('pre', 'try-text', text)
  block.tabIndex = 0
  block.setAttribute('role', 'region')
  block.ariaLabel = name
  return block
}

const sizeOf = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`)

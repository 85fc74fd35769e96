import type { HttpResponse, Transport } from '#contract/client.ts'
import { sessionLost } from './session-lost.ts'

/** Sends a form with files and reports progress in bytes. Uses XMLHttpRequest, because `fetch` has no upload progress. */
export const uploadTransport =
  (onProgress: (bytes: number, total: number) => void): Transport =>
  ({ method, path, headers, body, signal }) =>
    new Promise<HttpResponse>((done, failed) => {
      const request = new XMLHttpRequest()
      request.open(method, path)
      for (const [name, value] of Object.entries({ ...headers, 'x-lectern': '1' }))
        request.setRequestHeader(name, value)
      request.responseType = 'json'
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
      request.onerror = () => failed(new TypeError('Couldn’t reach the service'))
      request.onabort = () => failed(new DOMException('The upload was canceled', 'AbortError'))
      request.onload = () => {
        const { status, response } = request
        if (status === 401) sessionLost()
        done({ status, headers: {}, body: response ?? undefined })
      }
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body ?? null)
    })

/** A picture is shown, any other file is offered. */
export function markdownOf({
  id,
  name,
  contentType,
}: {
  id: string
  name: string
  contentType: string
}): string {
  if (contentType.startsWith('image/')) return `![${altOf(name)}](/files/${id})`
  return `{% file src="/files/${id}" %}\n${name}\n{% endfile %}`
}

const altOf = (name: string): string =>
  name
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[-_]+/g, ' ')
    .replace(/[[\]\\]/g, '')
    .trim()

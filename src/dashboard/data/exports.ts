import { FileArchive, Printer } from 'lucide-react'
import { api } from '#contract/api.ts'
import { fetchFile, requestPath } from '#contract/client.ts'
import { labels } from '../lib/labels.ts'
import { toast } from '../lib/toast.ts'
import { callApi } from './api.ts'
import type { ContentRef } from './content.ts'

export type ExportTarget = {
  readonly kind: 'space' | 'collection' | 'organization'
  readonly id: string
  readonly title: string
}

/** Downloads a zip of Markdown. The server creates it while the browser shows the progress. */
export function exportMarkdown({ kind, id, title }: ExportTarget): void {
  const address = {
    space: () => requestPath(api.exports.space, { spaceId: id }),
    collection: () => requestPath(api.exports.collection, { collectionId: id }),
    organization: () => requestPath(api.exports.organization, { organizationId: id }),
  }[kind]()
  downloadFile(address, '')
  toast.done(`Exporting ${labels.quoted(title || labels.untitled)}`, {
    icon: FileArchive,
    reason: 'The zip is created as it downloads.',
  })
}

/** A single page, or the whole space without `page`. */
export type PdfOptions = { readonly title: string; readonly page?: string | undefined }

/** Creates a PDF and downloads it; toasts show the progress and errors. */
export async function exportPdf(at: ContentRef, { title, page }: PdfOptions): Promise<void> {
  const name = labels.quoted(title || labels.untitled)
  const made = printPdf(at, page)
  const going = toast.done(`Creating the PDF of ${name}`, {
    icon: Printer,
    during: made,
    reason: page === undefined ? 'This can take a minute for a large space.' : 'This takes a moment.',
  })
  try {
    const { blob, name: file } = await made
    const href = URL.createObjectURL(blob)
    downloadFile(href, file)
    // The browser has saved the file by then.
    setTimeout(() => URL.revokeObjectURL(href), 60_000)
    toast.done(`Downloaded the PDF of ${name}`, { icon: Printer })
  } catch (error) {
    const reason = error instanceof Error ? error.message : labels.unexpected
    toast.refused(`Couldn’t create the PDF of ${name}`, { reason })
  } finally {
    toast.dismiss(going)
  }
}

async function printPdf({ spaceId, change }: ContentRef, page: string | undefined) {
  const query = page === undefined ? {} : { page, only: true }
  const { url } =
    change === undefined
      ? await callApi(api.exports.spacePdf, { params: { spaceId }, query })
      : await callApi(api.changeRequests.pdf, { params: { spaceId, changeRequestId: change }, query })
  // Relative, because the dashboard may be open on another host than the configured one.
  const { pathname } = new URL(url)
  return { blob: await fetchFile(pathname), name: decodeURIComponent(pathname.split('/').at(-1) ?? '') }
}

/** Downloads a file like a click on a download link. */
function downloadFile(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

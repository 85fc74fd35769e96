import { FileArchive, Printer } from 'lucide-react'
import { api } from '#contract/api.ts'
import { addressOf, fetchFile } from '#contract/client.ts'
import { ask } from './api.ts'
import type { ContentAt } from './content-at.ts'
import { toast } from './toasts.ts'
import { words } from './words.ts'

export type Exported = {
  readonly kind: 'space' | 'collection' | 'organization'
  readonly id: string
  readonly title: string
}

/** Lets the browser load a zip of Markdown, which is made meanwhile; it shows how far that is. */
export function exportMarkdown({ kind, id, title }: Exported): void {
  const address = {
    space: () => addressOf(api.exports.space, { spaceId: id }),
    collection: () => addressOf(api.exports.collection, { collectionId: id }),
    organization: () => addressOf(api.exports.organization, { organizationId: id }),
  }[kind]()
  save(address, '')
  toast.done(`Began a zip of ${words.quoted(title || words.untitled)}`, {
    icon: FileArchive,
    reason: 'It is made while your browser loads it.',
  })
}

/** A page by itself, or everything. */
export type Printed = { readonly title: string; readonly page?: string | undefined }

/** Has a PDF made and saves it; says what is going on meanwhile, and why when it cannot be. */
export async function exportPdf(at: ContentAt, { title, page }: Printed): Promise<void> {
  const name = words.quoted(title || words.untitled)
  const made = printed(at, page)
  const going = toast.done(`Printing ${name}`, {
    icon: Printer,
    during: made,
    reason: page === undefined ? 'A large space takes a minute.' : 'This takes a moment.',
  })
  try {
    const { blob, name: file } = await made
    const href = URL.createObjectURL(blob)
    save(href, file)
    // The browser has taken the file by then.
    setTimeout(() => URL.revokeObjectURL(href), 60_000)
    toast.done(`Printed ${name}`, { icon: Printer })
  } catch (error) {
    const reason = error instanceof Error ? error.message : words.unexpected
    toast.refused(`${name} was not printed`, { reason })
  } finally {
    toast.dismiss(going)
  }
}

async function printed({ spaceId, change }: ContentAt, page: string | undefined) {
  const query = page === undefined ? {} : { page, only: true }
  const { url } =
    change === undefined
      ? await ask(api.exports.spacePdf, { params: { spaceId }, query })
      : await ask(api.changeRequests.pdf, { params: { spaceId, changeRequestId: change }, query })
  // On whatever address the dashboard was opened.
  const { pathname } = new URL(url)
  return { blob: await fetchFile(pathname), name: decodeURIComponent(pathname.split('/').at(-1) ?? '') }
}

/** As a click on a link that saves what it leads to. */
function save(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

import type { DocumentPage } from '#contract/pages.ts'
import { type ContentAt, readPageAt, revisionAt } from '../../lib/content-at.ts'

/** What a writer changes of a page. */
export type Draft = { readonly title: string; readonly markdown: string }

/** A page as it is in one revision of what it is edited in. */
export type Seen = Draft & { readonly revision: string }

export type EditedPage = { readonly page: DocumentPage; readonly seen: Seen }

const mostTries = 4

/**
 * Reads a page together with the revision it is of, past every cache: were the revision newer than the text, saving
 * would undo what others wrote in between. Undefined when it is not a page with a text.
 */
export async function readForEditing(at: ContentAt, pageId: string): Promise<EditedPage | undefined> {
  let revision = await revisionAt(at)
  for (let tries = 1; ; tries++) {
    const page = await readPageAt(at, pageId)
    const after = await revisionAt(at)
    // After some tries in a busy space the older revision is safe: at worst it asks about a clash that is none.
    if (after === revision || tries === mostTries) {
      if (page.type !== 'document') return undefined
      return { page, seen: { revision, title: page.title, markdown: page.markdown ?? '' } }
    }
    revision = after
  }
}

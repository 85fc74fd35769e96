import * as Y from 'yjs'
import { MAX_COEDITED_TEXT_LENGTH } from '#contract/coediting.ts'
import type { UpdatePage } from '../content/changes.ts'
import { type CommitResult, commit } from '../content/commit.ts'
import { commitToRequest } from '../content/commit-to-request.ts'
import { continuesSession, endSession } from '../content/editing-sessions.ts'
import { type Content, contentOf, markdownOf } from '../content/read.ts'
import { expectEditable, requestHeadOf } from '../content/request-rows.ts'
import type { Service } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { writeIn } from '../db/write.ts'
import { advanceSeen } from '../domain/change-requests-seen/queries.ts'
import { DomainError, notFound } from '../errors.ts'
import { recordFollow } from '../notifications/record.ts'
import { recordSpaceChange } from '../notifications/space-changes.ts'
import {
  addText,
  deleteText,
  type LockedTextRow,
  lockText,
  markProblem,
  markSaved,
  notifyTextChange,
  type PageRef,
  type TextRef,
  textOfPage,
  textsOfRequest,
  updatesAfter,
} from './queries.ts'
import { changeTo, documentOf, isSameText, newDocument, type PageText, textOf } from './text-document.ts'

/** Larger documents than this begin again with their text alone: what was deleted takes the space. */
const MAX_STATE_BYTES = 8 * 1024 * 1024

type Parts = Pick<Service, 'db' | 'jobs' | 'now' | 'newId'>

/**
 * The shared text of a page, with what is stored now. Created if there is none.
 * @throws {DomainError} `not_found` if the page has no text
 */
export async function openText(service: Parts, page: PageRef): Promise<TextRef> {
  const { organizationId } = page
  const existing = await textOfPage(service.db, page)
  if (existing !== undefined) {
    const ref = { organizationId, textId: existing.textId }
    if (await saveText(service, ref, { isOpening: true })) return ref
  }
  await writeIn(service.db, async (tx) => {
    const { content, text } = await storedText(tx, page)
    if (text.markdown.length + text.title.length > MAX_COEDITED_TEXT_LENGTH)
      throw new DomainError('payload_too_large', 'This page is too long to edit together')
    const state = Y.encodeStateAsUpdate(newDocument(text))
    const revision = content.revision.id
    await addText(tx, { ...page, textId: service.newId(), state, revision, now: service.now() })
  })
  const added = await textOfPage(service.db, page)
  if (added === undefined) throw notFound('page', page.pageId)
  return { organizationId, textId: added.textId }
}

type SaveOptions = {
  readonly isOpening?: boolean
  /** What is written next is another revision. */
  readonly endsSession?: boolean
}

/**
 * Brings a shared text and its page together: what was stored elsewhere flows into the text, and the text is saved as a
 * revision that names everyone who wrote it. False if the text no longer exists. A text that can't be saved, because the
 * space is locked for instance, keeps its updates, and the reason is recorded.
 */
export async function saveText(
  service: Parts,
  ref: TextRef,
  { isOpening = false, endsSession = false }: SaveOptions = {},
): Promise<boolean> {
  try {
    return await retryConflicts(() =>
      writeIn(service.db, async (tx) => {
        const row = await lockText(tx, ref)
        if (row === undefined) return false
        if (isOpening && isOutgrown(row)) return deleteText(tx, ref).then(() => false)
        await saveLocked(tx, service, row, endsSession)
        return true
      }),
    )
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (isOpening && isGone(error.reason)) throw error
    await markProblem(service.db, ref, { type: error.reason, message: error.message })
    await notifyTextChange(service.db, ref)
    return true
  }
}

/** Saves the shared texts of a change request, before it is merged or compared. */
export async function saveTextsOfRequest(
  service: Parts,
  space: Pick<PageRef, 'organizationId' | 'spaceId'>,
  changeRequestId: string,
): Promise<void> {
  for (const ref of await textsOfRequest(service.db, space, changeRequestId)) await saveText(service, ref)
}

/** Someone may save the page in the moment between reading and writing it. */
async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const isConflict = error instanceof DomainError && error.reason === 'conflict'
      if (!isConflict || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

const MAX_ATTEMPTS = 5

const isOutgrown = (row: LockedTextRow): boolean =>
  row.state.length > MAX_STATE_BYTES && row.savedSequence === row.lastSequence && row.problem === null

async function saveLocked(tx: Tx, service: Parts, row: LockedTextRow, endsSession: boolean): Promise<void> {
  const updates = await updatesAfter(tx, row, 0)
  const document = documentOf([row.state, ...updates.map(({ update }) => update)])
  const before = await storedText(tx, row)
  const base = documentOf([row.base])
  // The same change as someone would have typed it into the text that was saved last, so that it merges like typing.
  const incoming = changeTo(base, before.text)
  if (incoming !== null) Y.applyUpdate(document, incoming)
  const wanted = savedTextOf(document, before.text)
  const isChanged = !isSameText(wanted, before.text)
  if (!isChanged && row.sessionId !== null)
    await endSession(tx, { ...row, editingSession: row.sessionId, endsSession }, before.content.revision.id)
  if (!isChanged && incoming === null && updates.length === 0) {
    if (row.problem === null && row.revision === before.content.revision.id) return
  }
  const authors = [...new Set(updates.flatMap(({ userId }) => userId ?? []))]
  const session = isChanged ? await nextSession(tx, service, row, authors) : sessionOf(row)
  const after =
    isChanged && session !== null
      ? await commitText(tx, service, row, { wanted, before, session, endsSession })
      : before
  // The service may store a text in another form, such as links to pages by their paths.
  const { title } = textOf(document)
  const altered = changeTo(document, { ...after.text, title: isUntitled(title) ? title : after.text.title })
  const state = Y.encodeStateAsUpdate(document)
  const saved = documentOf([state])
  changeTo(saved, after.text)
  await markSaved(tx, row, {
    state,
    base: Y.encodeStateAsUpdate(saved),
    revision: after.content.revision.id,
    savedAt: isChanged ? service.now() : row.savedAt,
    // Who has an earlier one reads the document again.
    sequence: row.lastSequence + (incoming === null && altered === null ? 0 : 1),
    session,
  })
  await notifyTextChange(tx, row)
}

const isUntitled = (title: string): boolean => title.trim() === ''

/** What can be saved of a document: a page needs a title. */
function savedTextOf(document: Y.Doc, stored: PageText): PageText {
  const { title, markdown } = textOf(document)
  return { title: isUntitled(title) ? stored.title : title, markdown }
}

type Session = { readonly id: string; readonly by: string; readonly authors: readonly string[] }

const sessionOf = ({ sessionId, sessionBy, sessionAuthors }: LockedTextRow): Session | null =>
  sessionId === null || sessionBy === null ? null : { id: sessionId, by: sessionBy, authors: sessionAuthors }

/** The session that the save continues, or a new one of those who wrote since the last save. */
async function nextSession(
  tx: Tx,
  { now, newId }: Parts,
  row: LockedTextRow,
  authors: readonly string[],
): Promise<Session | null> {
  const session = sessionOf(row)
  const head = row.revision
  if (session !== null) {
    const { organizationId, spaceId } = row
    const at = { organizationId, spaceId, by: session.by, now: now() }
    if (await continuesSession(tx, at, session.id, head))
      return { ...session, authors: [...new Set([...session.authors, ...authors])] }
  }
  const [by = session?.by] = authors
  return by === undefined ? null : { id: newId(), by, authors }
}

type StoredPage = { readonly content: Content; readonly text: PageText }

/** Whether a page can no longer be edited: it was deleted, or its change request was merged or archived. */
export const isGone = (reason: string): boolean => reason === 'not_found' || reason === 'invalid_state'

/** The page as it is stored now. @throws {DomainError} if it has no text or is gone */
async function storedText(tx: Tx, page: PageRef): Promise<StoredPage> {
  const { organizationId, spaceId, changeRequestId, pageId } = page
  const at = { organizationId, spaceId }
  if (changeRequestId === null) return storedIn(tx, await contentOf(tx, at), pageId)
  const head = await requestHeadOf(tx, { ...at, changeRequestId })
  expectEditable(head)
  return storedIn(tx, await contentOf(tx, at, head.revision), pageId)
}

async function storedIn(tx: Tx, content: Content, pageId: string): Promise<StoredPage> {
  const node = content.tree.page(pageId)
  if (node?.entry.type !== 'document') throw notFound('page', pageId)
  return { content, text: { title: node.entry.title, markdown: await markdownOf(tx, content, node.entry) } }
}

type Save = {
  readonly wanted: PageText
  readonly before: StoredPage
  readonly session: Session
  readonly endsSession: boolean
}

async function commitText(
  tx: Tx,
  service: Parts,
  row: LockedTextRow,
  { wanted, before, session, endsSession }: Save,
): Promise<StoredPage> {
  const { organizationId, spaceId, changeRequestId, pageId } = row
  const at = { organizationId, spaceId }
  const change: UpdatePage = {
    operation: 'update_page',
    page: pageId,
    ...(wanted.title === before.text.title ? {} : { title: wanted.title }),
    ...(wanted.markdown === before.text.markdown ? {} : { document: { markdown: wanted.markdown } }),
  }
  const input = {
    ...at,
    changes: [change],
    base: before.content.revision.id,
    editingSession: session.id,
    endsSession,
    by: session.by,
    coAuthors: session.authors.filter((author) => author !== session.by),
    now: service.now(),
    newId: service.newId,
  }
  if (changeRequestId === null) {
    const result = await commit(tx, input)
    await recordLiveEdit(tx, service, { ...at, pageId, users: session.authors }, result)
    return storedIn(tx, await contentOf(tx, at, result.revision), pageId)
  }
  const result = await commitToRequest(tx, { ...input, changeRequestId })
  for (const userId of session.authors) {
    const seen = { ...at, changeRequestId, userId }
    await advanceSeen(tx, seen, { from: result.previous, to: result.revision })
  }
  return storedIn(tx, await contentOf(tx, at, result.revision), pageId)
}

type LiveEdit = Pick<PageRef, 'organizationId' | 'spaceId' | 'pageId'> & { readonly users: readonly string[] }

async function recordLiveEdit(
  tx: Tx,
  service: Parts,
  { pageId, users, ...at }: LiveEdit,
  { revision, previous }: CommitResult,
): Promise<void> {
  if (revision === previous) return
  await recordSpaceChange(tx, service, at)
  const objects = [{ kind: 'page' as const, id: pageId }]
  await recordFollow(tx, service, { ...at, users, objects, because: 'edited' })
}

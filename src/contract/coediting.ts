import { z } from 'zod'
import { pageId } from './pages.ts'
import { resource } from './route.ts'
import { changeRequestPath, spacePath } from './shared/paths.ts'
import { id, timestamp } from './shared/values.ts'
import { user } from './users.ts'

/** Longest shared text, title and Markdown together, in UTF-16 units. */
export const MAX_COEDITED_TEXT_LENGTH = 2 * 1024 * 1024

/** Largest message of a client in bytes: an update with the longest text fits. */
export const MAX_COEDITING_MESSAGE_BYTES = 8 * 1024 * 1024

/** People with a page open for editing together; further connections are refused. */
export const MAX_COEDITING_CONNECTIONS = 50

/** Names of the two texts in the Yjs document of a page. */
export const coeditedTexts = { title: 'title', markdown: 'markdown' } as const

/** Why the service ends a connection; 1012 means that the client should connect again. */
export const coeditingCloseCodes = {
  /** A message that is not as described. */
  invalid: 4400,
  /** The session or token ended. */
  signedOut: 4401,
  /** The caller can no longer edit the page. */
  forbidden: 4403,
  /** The page was deleted, or the change request was merged or archived. */
  gone: 4404,
  /** The text is or would become too long to edit together. */
  tooLong: 4413,
  /** Too many connections or messages. */
  tooMany: 4429,
  /** Connect again: the instance stops, or its copy of the text is outdated. */
  restart: 1012,
} as const

const base64 = z
  .string()
  .max(1_000_000)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)
const position = z
  .string()
  .max(2000)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)
  .nullable()

/** What a client sends as text. Its updates are binary: a sequence number of 4 bytes, big-endian, and a Yjs update. */
export const coeditingRequest = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('open').describe('The first message'),
    text: id.optional().describe('The shared text that the client has from an earlier connection'),
    stateVector: base64.optional().describe('What it has of it: a Yjs state vector in Base64'),
  }),
  z.object({
    type: z.literal('cursor'),
    anchor: position.describe('A Yjs relative position in the Markdown, in Base64; null without a cursor'),
    head: position,
  }),
  z.object({
    type: z
      .literal('save')
      .describe('Saves right away, and completes the revision: what is written next is another one'),
  }),
])
export type CoeditingRequest = z.infer<typeof coeditingRequest>

/** Whether the shared text is saved as a revision. */
const savingState = z.object({
  isSaved: z.boolean().describe('False while the text has changes that are not in a revision yet'),
  revision: id.describe('The revision that was saved last'),
  savedAt: timestamp.optional().describe('When this text was saved last'),
  problem: z
    .object({ type: z.string(), message: z.string() })
    .optional()
    .describe('Why it can’t be saved now, such as `space_locked`'),
})

const coeditingUser = user.pick({ id: true, displayName: true, photoURL: true })
export type CoeditingUser = z.infer<typeof coeditingUser>

/** What the service sends as text. Updates of others are binary: a Yjs update. */
export const coeditingMessage = z.discriminatedUnion('type', [
  savingState.extend({
    type: z.literal('opened').describe('Answers `open`; a binary message with what the client lacks follows'),
    text: id.describe(
      'The shared text; with another id than before, the client must start from an empty document',
    ),
    stateVector: base64.describe('What the service has: the client then sends what the service lacks'),
    connection: id.describe('The id of this connection, as others see it'),
  }),
  z.object({
    type: z.literal('stored').describe('The client’s updates up to `sequence` are stored'),
    sequence: z.number().int(),
  }),
  savingState.extend({ type: z.literal('saving') }),
  z.object({
    type: z.literal('cursor'),
    connection: id,
    user: coeditingUser,
    anchor: position,
    head: position,
  }),
  z.object({ type: z.literal('left'), connection: id }),
])
export type CoeditingMessage = z.infer<typeof coeditingMessage>

const coeditingState = savingState
  .extend({
    people: z
      .array(coeditingUser)
      .describe('Who has the page open for editing together at the instance that answers'),
  })
  .meta({ id: 'CoeditingState' })

const description = [
  'As a WebSocket, this address is for editing the title and Markdown of a page with others: a Yjs document with the',
  'texts `title` and `markdown`. Send `open` first. Everything in the document is saved as revisions, which name all',
  'authors, and edits from elsewhere flow into it. Without an upgrade to a WebSocket, the state is returned. Returns',
  '404 if the page has no text.',
].join(' ')

const addedUpdate = z.object({
  text: id.describe('The shared text that the update belongs to, as `opened` named it'),
  update: base64.describe(
    'A Yjs update in Base64, up to 1,000,000 characters, with everything before it that may not be stored yet',
  ),
})

const addDescription = [
  'For a window that is closed before its WebSocket has sent everything. Everyone who has the page open gets the update,',
  'and it is saved as a revision within seconds, like one that was sent over the WebSocket. Adding an update again',
  'doesn’t change the text. Returns 400 if the update is not one of this text, lacks what was written before it, or was',
  'written under the ID of another user; 404 if the page has no text; 409 if the page has another shared text by now, or',
  'the change request is merged or archived; and 413 if the text would become too long.',
].join(' ')

export const coediting = resource('coediting', {
  page: {
    id: 'coeditPage',
    method: 'GET',
    path: '/spaces/:spaceId/content/page/:pageId/coediting',
    summary: 'Edit a page together with others over a WebSocket, or get who does.',
    description,
    permission: 'space.edit',
    params: spacePath.extend({ pageId }),
    status: 200,
    response: coeditingState,
  },
  changeRequestPage: {
    id: 'coeditChangeRequestPage',
    method: 'GET',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/coediting',
    summary: 'Edit a page of a change request together with others over a WebSocket, or get who does.',
    description,
    permission: 'space.edit',
    params: changeRequestPath.extend({ pageId }),
    status: 200,
    response: coeditingState,
  },
  addUpdate: {
    id: 'addCoeditingUpdate',
    method: 'POST',
    path: '/spaces/:spaceId/content/page/:pageId/coediting',
    summary: 'Add an update to the shared text of a page without a WebSocket.',
    description: addDescription,
    permission: 'space.edit',
    params: spacePath.extend({ pageId }),
    body: addedUpdate,
    status: 200,
    response: coeditingState,
  },
  addChangeRequestUpdate: {
    id: 'addChangeRequestCoeditingUpdate',
    method: 'POST',
    path: '/spaces/:spaceId/change-requests/:changeRequestId/content/page/:pageId/coediting',
    summary: 'Add an update to the shared text of a page of a change request without a WebSocket.',
    description: addDescription,
    permission: 'space.edit',
    params: changeRequestPath.extend({ pageId }),
    body: addedUpdate,
    status: 200,
    response: coeditingState,
  },
})

import type { Change } from '../changes/feed.ts'
import { createTextFeed, type TextMessage } from '../changes/text-feed.ts'
import type { Service } from '../context.ts'
import { type Cursors, createCursors } from './cursors.ts'
import { isStoredElsewhere } from './elsewhere.ts'
import { type LiveText, openLiveText, type Participant } from './live-text.ts'
import type { PageRef, TextRef } from './queries.ts'
import { openText, saveText } from './save.ts'

/** A shared text that someone has open at this instance. */
export type OpenText = {
  readonly live: LiveText
  readonly cursors: Cursors
  /** How often it was opened without being released. */
  users: number
}

export type LiveTexts = {
  /** The text of a page. It stays open until it is released. @throws {DomainError} `not_found` if the page has no text */
  readonly open: (page: PageRef) => Promise<OpenText>
  /** Closes the text when everyone who opened it has released it. Call it once for each `open`. */
  readonly release: (open: OpenText) => void
  /** Who has the text of a page open at this instance. */
  readonly participantsOf: (ref: TextRef) => readonly Participant[]
  /** Ends all connections. */
  readonly close: () => Promise<void>
}

const registries = new WeakMap<Service['changes'], LiveTexts>()

/** The texts that are open at this instance. */
export function liveTextsOf(service: Service): LiveTexts {
  const existing = registries.get(service.changes)
  if (existing !== undefined) return existing
  const created = createLiveTexts(service)
  registries.set(service.changes, created)
  return created
}

/** Changes of a space within this time are handled together. */
const GATHER_MS = 100

function createLiveTexts(service: Service): LiveTexts {
  const feed = createTextFeed(service.connectionString, service.log)
  const texts = new Map<string, Promise<OpenText | undefined>>()
  const opened = new Map<string, OpenText>()
  const unsubscribe = new Map<string, () => void>()

  const onMessage = (message: TextMessage | null) => {
    if (message === null) return refreshAll()
    const open = opened.get(message.textId)
    if (open === undefined) return
    if (message.cursor !== undefined) open.cursors.receive(message.cursor)
    else if (message.sequence === undefined || message.sequence > open.live.state().lastSequence)
      open.live.refresh()
  }
  const refreshAll = (): void => {
    for (const { live } of opened.values()) live.refresh()
  }

  const start = async (ref: TextRef): Promise<OpenText | undefined> => {
    feed.listen(onMessage)
    const live = await openLiveText(service, ref)
    if (live === undefined) return undefined
    const open: OpenText = { live, cursors: createCursors(service, live), users: 0 }
    opened.set(ref.textId, open)
    unsubscribe.set(ref.textId, followPage(open))
    // It may have changed before messages about it were looked at.
    live.refresh()
    return open
  }

  /** Lets what is stored elsewhere flow into a text, and ends connections of people who lost access. */
  const followPage = ({ live }: OpenText): (() => void) => {
    let timer: NodeJS.Timeout | undefined
    const look = async (): Promise<void> => {
      timer = undefined
      try {
        if (await isStoredElsewhere(service.db, live.state())) await saveText(service, live.ref)
      } catch (error) {
        service.log.warn({ err: error, text: live.ref.textId }, 'A shared text could not be updated')
      }
    }
    const onChange = (change: Change | null): void => {
      for (const { checkAccess } of live.participants)
        if (change === null || decidesAccess(change.kind)) checkAccess()
      const { spaceId, changeRequestId } = live.state()
      const isOfPage =
        change === null ||
        [change.id, change.parent].some(
          (id) => id === spaceId || (id !== undefined && id === changeRequestId),
        )
      if (isOfPage) timer ??= setTimeout(() => void look(), GATHER_MS)
    }
    const stop = service.changes.subscribe(live.ref.organizationId, {
      // Changes since the text was opened may have been missed.
      onReady: () => onChange(null),
      onChange,
      onEnd: () => live.endAll('restart'),
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }

  const openRef = async (ref: TextRef): Promise<OpenText | undefined> => {
    const pending = texts.get(ref.textId) ?? start(ref)
    texts.set(ref.textId, pending)
    const open = await pending.catch((error: unknown) => {
      texts.delete(ref.textId)
      throw error
    })
    if (open === undefined) texts.delete(ref.textId)
    return open
  }

  return {
    async open(page) {
      for (let attempt = 1; ; attempt++) {
        const open = await openRef(await openText(service, page))
        if (open !== undefined) {
          open.users++
          return open
        }
        if (attempt === MAX_ATTEMPTS) throw new Error('The shared text was removed again and again')
      }
    },
    release(open) {
      const { textId } = open.live.ref
      open.users--
      if (open.users > 0 || opened.get(textId) !== open) return
      opened.delete(textId)
      texts.delete(textId)
      unsubscribe.get(textId)?.()
      unsubscribe.delete(textId)
      open.cursors.close()
    },
    participantsOf: ({ textId }) => [...(opened.get(textId)?.live.participants ?? [])],
    async close() {
      for (const { live } of opened.values()) live.endAll('restart')
      await feed.close()
    },
  }
}

const MAX_ATTEMPTS = 3

/** Kinds of changes that decide who can edit a page. */
const decidesAccess = (kind: string): boolean =>
  ['access', 'member', 'team-member', 'organization', 'space', 'collection', 'team'].includes(kind)

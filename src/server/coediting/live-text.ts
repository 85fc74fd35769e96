import * as Y from 'yjs'
import type { CoeditingMessage, CoeditingUser, coeditingCloseCodes } from '#contract/coediting.ts'
import type { Service } from '../context.ts'
import {
  addUpdates,
  claimWriters,
  documentParts,
  type SharedTextRow,
  type TextRef,
  textRow,
  updatesAfter,
} from './queries.ts'
import { isGone, saveText } from './save.ts'
import { applyChecked, documentOf, type UpdateFault, writersOf } from './text-document.ts'

/** Someone whose updates are stored. */
export type Sender = {
  readonly user: CoeditingUser
  readonly send: (message: CoeditingMessage) => void
  readonly end: (code: CloseReason) => void
}

type CloseReason = keyof typeof coeditingCloseCodes

/** Someone who has the text open at this instance. */
export type Participant = Sender & {
  readonly connection: string
  readonly sendUpdate: (update: Uint8Array) => void
  /** Ends the connection unless its caller can still edit the page. */
  readonly checkAccess: () => void
}

export type LiveText = {
  readonly ref: TextRef
  readonly participants: ReadonlySet<Participant>
  /** Answers `open`: the state, and what the client lacks. */
  readonly join: (participant: Participant, stateVector: Uint8Array | undefined) => Promise<void>
  readonly leave: (participant: Participant) => void
  readonly receive: (participant: Participant, sequence: number, update: Uint8Array) => void
  /** Stores an update of someone who does not have the text open. Resolves with the reason if that is not possible. */
  readonly add: (user: CoeditingUser, update: Uint8Array) => Promise<'stored' | CloseReason>
  /** Saves what was received, and completes the revision. */
  readonly save: () => Promise<void>
  /** The text may have changed at another instance, or was saved. */
  readonly refresh: () => void
  readonly state: () => SharedTextRow
  /** Ends all connections, so that clients connect again. */
  readonly endAll: (code: CloseReason) => void
}

type Parts = Pick<Service, 'db' | 'log' | 'jobs' | 'now' | 'newId'>

/** How long after the first unsaved change a text is saved. */
const SAVE_DELAY_MS = 2000
/** After this long without a save, another job is enqueued: the former one may have failed. */
const MAX_SAVE_DELAY_MS = 15_000
/** Ids under which one connection can write: one, and another after each time it began from an empty document. */
const MAX_WRITERS = 20

type ReceivedUpdate = {
  readonly sender: Sender
  readonly sequence: number
  readonly update: Uint8Array
}

/**
 * The copy of a shared text at this instance. Everything happens one after the other: updates of participants are
 * checked, stored and only then sent to the others, so that nothing that anyone has seen is lost.
 */
export async function openLiveText(service: Parts, ref: TextRef): Promise<LiveText | undefined> {
  const { db } = service
  const participants = new Set<Participant>()
  /** The participants, and who adds an update without being one. */
  const senders = new Set<Sender>()
  const writers = new Map<Sender, Set<number>>()
  let incoming: ReceivedUpdate[] = []
  let isRefreshNeeded = false
  let running: Promise<void> | undefined
  let saving: Promise<void> | undefined
  let isSaveRequested = false
  let lastEnqueued = 0

  const read = async () => {
    const found = await documentParts(db, ref)
    return found === undefined ? undefined : { row: found.row, document: documentOf(found.parts) }
  }
  const first = await read()
  if (first === undefined) return undefined
  let { row, document } = first

  const sendAll = (message: CoeditingMessage): void => {
    for (const { send } of participants) send(message)
  }
  let announced = savingStateOf(row)
  const announce = (state: SavingState): void => {
    if (JSON.stringify(state) === JSON.stringify(announced)) return
    announced = state
    sendAll({ type: 'saving', ...state })
  }
  const endAll: LiveText['endAll'] = (code) => {
    for (const { end } of [...senders]) end(code)
  }

  /** Reads the document again, and sends what it has that participants do not. */
  const reload = async (): Promise<void> => {
    const found = await read()
    if (found === undefined) return endAll('restart')
    const missing = Y.encodeStateAsUpdate(found.document, Y.encodeStateVector(document))
    ;({ row, document } = found)
    for (const { sendUpdate } of participants) sendUpdate(missing)
  }

  const readChanges = async (): Promise<void> => {
    const now = await textRow(db, ref)
    if (now === undefined) return endAll('restart')
    if (now.problem !== null && isGone(now.problem.type)) return endAll('gone')
    const before = row
    if (now.lastSequence > row.lastSequence) {
      const updates = await updatesAfter(db, ref, row.lastSequence)
      if (updates[0]?.sequence !== row.lastSequence + 1) await reload()
      else {
        for (const { update } of updates) {
          Y.applyUpdate(document, update)
          for (const { sendUpdate } of participants) sendUpdate(update)
        }
        row = { ...now, lastSequence: updates.at(-1)?.sequence ?? now.lastSequence }
      }
    } else row = now
    // What was written while it was being saved is saved next.
    if (row.savedSequence > before.savedSequence && !isSaved(row)) await enqueueSave()
    announce(savingStateOf(row))
  }

  const isOwner = async ({ sender, update }: ReceivedUpdate): Promise<boolean> => {
    const own = writers.get(sender) ?? new Set()
    const ids = [...(writersOf(update)?.keys() ?? [])].filter((id) => !own.has(id))
    if (ids.length === 0) return writersOf(update) !== null
    if (own.size + ids.length > MAX_WRITERS) return false
    const { spaceId } = row
    const foreign = await claimWriters(db, { ...ref, spaceId }, sender.user.id, ids)
    for (const id of ids) own.add(id)
    writers.set(sender, own)
    return foreign.length === 0
  }

  const store = async (accepted: readonly ReceivedUpdate[]): Promise<void> => {
    if (accepted.length === 0) return
    const updates = accepted.map(({ sender: { user }, update }) => ({ userId: user.id, update }))
    if (isSaved(row) || service.now().getTime() - lastEnqueued > MAX_SAVE_DELAY_MS) await enqueueSave()
    const last = await addUpdates(db, ref, updates, service.now())
    if (last === null) return endAll('restart')
    // Otherwise others wrote in between, and the notification about it makes this instance read that.
    if (last === row.lastSequence + updates.length) row = { ...row, lastSequence: last }
    else isRefreshNeeded = true
    // First, so that clients don’t take what is stored for saved.
    announce({ ...savingStateOf(row), isSaved: false })
    for (const { sender, sequence, update } of accepted) {
      sender.send({ type: 'stored', sequence })
      for (const other of participants) if (other !== sender) other.sendUpdate(update)
    }
  }

  const enqueueSave = async (): Promise<void> => {
    const now = service.now().getTime()
    lastEnqueued = now
    const options = {
      key: `save-coedited-text/${ref.textId}`,
      keepsWaiting: true,
      runAt: new Date(now + SAVE_DELAY_MS),
    }
    await service.jobs.enqueue(db, 'save-coedited-text', ref, options)
  }

  const handleReceived = async (batch: readonly ReceivedUpdate[]): Promise<void> => {
    let accepted: ReceivedUpdate[] = []
    for (const received of batch) {
      if (!senders.has(received.sender)) continue
      const fault: UpdateFault | null = (await isOwner(received))
        ? applyChecked(document, received.update)
        : 'invalid'
      if (fault === null) {
        accepted.push(received)
        continue
      }
      await store(accepted)
      accepted = []
      await reload()
      received.sender.end(fault === 'too-long' ? 'tooLong' : 'invalid')
    }
    await store(accepted)
  }

  const run = async (): Promise<void> => {
    try {
      while (incoming.length > 0 || isRefreshNeeded) {
        if (isRefreshNeeded) {
          isRefreshNeeded = false
          await readChanges()
        }
        const batch = incoming
        incoming = []
        await handleReceived(batch)
      }
    } catch (error) {
      // What was not stored is still at the clients, which send it again.
      service.log.warn({ err: error, text: ref.textId }, 'A shared text could not be stored')
      endAll('restart')
    }
    running = undefined
  }
  const wake = (): void => {
    running ??= Promise.resolve().then(run)
  }

  const leave = (sender: Sender): void => {
    senders.delete(sender)
    writers.delete(sender)
  }

  /** A request that arrives while a save is running may be about newer text, and is served after it. */
  const saveRequested = async (): Promise<void> => {
    while (isSaveRequested) {
      isSaveRequested = false
      await saveText(service, ref, { endsSession: true })
    }
  }

  return {
    ref,
    participants,
    async join(participant, stateVector) {
      while (running !== undefined) await running
      const missing = missingOf(document, stateVector)
      participants.add(participant)
      senders.add(participant)
      participant.send({
        type: 'opened',
        ...savingStateOf(row),
        text: ref.textId,
        stateVector: Buffer.from(Y.encodeStateVector(document)).toString('base64'),
        connection: participant.connection,
      })
      participant.sendUpdate(missing)
    },
    leave(participant) {
      participants.delete(participant)
      leave(participant)
    },
    receive(sender, sequence, update) {
      incoming.push({ sender, sequence, update })
      wake()
    },
    add: (user, update) =>
      new Promise((resolve) => {
        const finish = (result: 'stored' | CloseReason) => {
          leave(sender)
          resolve(result)
        }
        const sender: Sender = { user, send: () => finish('stored'), end: finish }
        senders.add(sender)
        incoming.push({ sender, sequence: 0, update })
        // Another instance may have stored what comes before it.
        isRefreshNeeded = true
        wake()
      }),
    async save() {
      while (running !== undefined) await running
      isSaveRequested = true
      saving ??= saveRequested().finally(() => {
        saving = undefined
      })
      await saving
    },
    refresh() {
      isRefreshNeeded = true
      wake()
    },
    state: () => row,
    endAll,
  }
}

/** What a client lacks; everything if it sent no state vector. @throws for an invalid one */
const missingOf = (document: Y.Doc, stateVector: Uint8Array | undefined): Uint8Array =>
  Y.encodeStateAsUpdate(document, stateVector)

const isSaved = ({ lastSequence, savedSequence }: SharedTextRow): boolean => lastSequence === savedSequence

type SavingState = ReturnType<typeof savingStateOf>

/** Whether a text is saved, as clients see it. */
export const savingStateOf = (row: SharedTextRow) => ({
  isSaved: isSaved(row),
  revision: row.revision,
  ...(row.savedAt === null ? {} : { savedAt: row.savedAt.toISOString() }),
  ...(row.problem === null ? {} : { problem: row.problem }),
})

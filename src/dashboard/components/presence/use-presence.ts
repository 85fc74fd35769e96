import { api } from '#contract/api.ts'
import { requestPath } from '#contract/client.ts'
import type { PresentUser } from '#contract/presence.ts'
import { callApi } from '#dashboard/data/api.ts'

/** Where somebody is, and whether they write there. */
export type PresenceTarget = {
  readonly spaceId: string
  readonly doing: PresentUser['doing']
  readonly page?: string | undefined
  readonly changeRequest?: string | undefined
}

type OnPresence = (people: readonly PresentUser[]) => void

/** Said again well within the time after which one counts as gone. */
const beatEvery = 15_000
/** Going from one page to the next is no leaving. */
const leaveAfter = 400

/** This window, for as long as it is open. */
const clientId = [...crypto.getRandomValues(new Uint8Array(12))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('')

type Being = { readonly place: PresenceTarget; readonly told: OnPresence }

/** The views that are on screen and have a place; that of the innermost, which came last, is told. */
const beings: Being[] = []
let timer: number | undefined
let leaving: number | undefined
/** The space in which this window was last told to be. */
let toldIn: string | undefined

/** Tells that this window is at a place, again and again, until the answered function is called. */
export function announcePresence(place: PresenceTarget, told: OnPresence): () => void {
  const mine = { place, told }
  beings.push(mine)
  void beat()
  return () => {
    beings.splice(beings.indexOf(mine), 1)
    window.clearTimeout(leaving)
    leaving = window.setTimeout(() => (beings.length === 0 ? sayLeft() : void beat()), leaveAfter)
  }
}

async function beat(): Promise<void> {
  window.clearTimeout(timer)
  const mine = beings.at(-1)
  if (mine === undefined || document.visibilityState === 'hidden') return
  const { spaceId, doing, page, changeRequest } = mine.place
  if (toldIn !== undefined && toldIn !== spaceId) sayLeft()
  toldIn = spaceId
  timer = window.setTimeout(() => void beat(), beatEvery)
  try {
    const body = { doing, ...(page ? { page } : {}), ...(changeRequest ? { changeRequest } : {}) }
    const { people } = await callApi(api.presence.put, { params: { spaceId, clientId }, body })
    if (beings.includes(mine)) mine.told(people)
  } catch {
    // Who is here is a comfort: when it cannot be said, the next beat says it.
  }
}

/** Outlives the page, as a beacon does; a beacon cannot carry the mark that a session needs. */
function sayLeft(): void {
  window.clearTimeout(timer)
  if (toldIn === undefined) return
  const headers = { 'x-lectern': '1' }
  const address = requestPath(api.presence.delete, { spaceId: toldIn, clientId })
  toldIn = undefined
  fetch(address, { method: 'DELETE', keepalive: true, credentials: 'same-origin', headers }).catch(
    () => undefined,
  )
}

window.addEventListener('pagehide', sayLeft)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') sayLeft()
  else void beat()
})

import { api } from '#contract/api.ts'
import { ApiError } from '#contract/client.ts'
import type { CallAs } from '#testing/app.ts'
import { importOne, mergeOne, type WriteLog, type WriteTarget } from '#testing/crash-recovery/writers.ts'
import type { Instance } from './instance.ts'

/** A file that the service acknowledged, with its content. */
type StoredFile = { readonly spaceId: string; readonly id: string; readonly text: string }

/**
 * A section whose title or description only one write at a time changes. It may have the last acknowledged one, and
 * those that were attempted afterwards.
 */
export type OwnSection = { readonly id: string; readonly possible: Set<string> }

/** What the service has acknowledged, and everything that went wrong. */
export type Journal = WriteLog & {
  readonly target: WriteTarget
  readonly siteId: string
  readonly files: StoredFile[]
  readonly sections: OwnSection[]
  /** Sections whose description is changed by a plan, which also moves them; one plan at a time. */
  readonly planned: OwnSection[]
  /** Errors that no disturbance explains, and answers with a 5xx other than 503. */
  readonly errors: string[]
  /** Writes refused with 503. */
  refused: number
  readonly published: string
}

const SECTIONS = 3

/** Creates what the writes need: spaces, and a published site with sections. */
export async function openJournal({ call }: Pick<Instance, 'call'>): Promise<Journal> {
  const { id: organizationId } = await call(api.organizations.create, { body: { title: 'Halden Energy' } })
  const space = async (title: string) =>
    (await call(api.spaces.create, { params: { organizationId }, body: { title } })).id
  const target = { organizationId, imported: await space('Imported'), merged: await space('Merged') }
  const created = await call(api.sites.create, {
    params: { organizationId },
    body: { title: 'Docs', spaces: [await space('Guide')] },
  })
  const params = { organizationId, siteId: created.id }
  const sections: OwnSection[] = []
  for (let number = 0; number < SECTIONS; number++) {
    const title = `Section ${number}`
    const body = { spaceId: await space(title), title }
    const { id } = await call(api.siteSections.create, { params, body })
    sections.push({ id, possible: new Set([title]) })
  }
  const planned = sections.splice(0, 1).map(({ id }) => ({ id, possible: new Set(['']) }))
  const { urls } = await call(api.sites.publish, { params })
  return {
    target,
    siteId: created.id,
    acknowledged: [],
    acceptedImports: [],
    interrupted: 0,
    files: [],
    sections,
    planned,
    errors: [],
    refused: 0,
    published: new URL(urls.published ?? '/', 'http://localhost').pathname,
  }
}

type Write = (call: CallAs, journal: Journal, number: number) => Promise<void>

/** The writes, one after the other by number. */
const WRITES: readonly Write[] = [
  (call, journal, number) => importOne(call, journal.target, number, journal),
  (call, journal, number) => mergeOne(call, journal.target, number, journal),
  uploadOne,
  renameSection,
  publishPlan,
]

/** One write, whose failure is an error unless the instance was disturbed during it. */
export async function writeOne(instance: Instance, journal: Journal, number: number): Promise<void> {
  await instance.ready()
  const before = instance.disturbances()
  try {
    await WRITES[number % WRITES.length]?.(instance.call, journal, number)
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 503 || status === 507) journal.refused++
    else if (status < 500 && instance.wasDisturbedSince(before)) journal.interrupted++
    else journal.errors.push(`write ${number}: ${status} ${String(error)}`)
  }
}

async function uploadOne(call: CallAs, { target, files }: Journal, number: number): Promise<void> {
  const text = `File ${number} ${'x'.repeat(2000)}`
  const body = new FormData()
  body.append('files', new Blob([text]), `file-${number}.txt`)
  const { files: stored } = await call(api.spaceContent.uploadFiles, {
    params: { spaceId: target.merged },
    body,
  })
  for (const { id } of stored) files.push({ spaceId: target.merged, id, text })
}

async function renameSection(call: CallAs, journal: Journal, number: number): Promise<void> {
  const section = journal.sections.shift()
  if (section === undefined) return
  const title = `Renamed in ${number}`
  section.possible.add(title)
  try {
    const params = {
      organizationId: journal.target.organizationId,
      siteId: journal.siteId,
      siteSectionId: section.id,
    }
    await call(api.siteSections.update, { params, body: { title } })
    section.possible.clear()
    section.possible.add(title)
    await call(api.siteSections.move, { params })
  } finally {
    journal.sections.push(section)
  }
}

/** Plans to move a section and to describe it, and publishes the plan. */
async function publishPlan(call: CallAs, journal: Journal, number: number): Promise<void> {
  const section = journal.planned.pop()
  if (section === undefined) return
  const description = `Planned in ${number}`
  section.possible.add(description)
  try {
    const params = { organizationId: journal.target.organizationId, siteId: journal.siteId }
    const { id } = section
    const changes = [
      { type: 'change-section' as const, id, description },
      { type: 'move' as const, item: { type: 'site-section' as const, id } },
    ]
    await call(api.sitePlans.addSteps, { params, body: { changes } })
    await call(api.sitePlans.publish, { params, body: {} })
    section.possible.clear()
    section.possible.add(description)
  } finally {
    journal.planned.push(section)
  }
}

/** Reads one published page; anything but 200 counts unless the instance was disturbed. */
export async function readOne(instance: Instance, journal: Journal): Promise<void> {
  await instance.ready()
  const before = instance.disturbances()
  const status = await instance.fetch(journal.published, { headers: { accept: 'text/html' } }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )
  if (status === 200 || status === 503) return
  if (status >= 500 || !instance.wasDisturbedSince(before)) journal.errors.push(`page: ${status}`)
}

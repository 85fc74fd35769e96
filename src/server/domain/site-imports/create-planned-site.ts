import { generateNKeysBetween } from 'fractional-indexing'
import { createContent } from '../../content/create-content.ts'
import type { Service } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import type { CreatedSpace, ImportSource, SectionPlan, SitePlan, SpacePlan } from '../../db/tables/imports.ts'
import { insertImport } from '../../importing/queries.ts'
import { spacesOfPlan } from '../../importing/site-plan.ts'
import { type AuditActor, recordAuditEvents } from '../audit-events/record.ts'
import { orderKeyAtEnd } from '../library-tree/position.ts'
import { lockLibrary } from '../library-tree/queries.ts'
import { settingsOf, siteAuditEvent } from '../sites/audit-events.ts'
import { createSite } from '../sites/create-site.ts'
import type { GroupRow, SectionRow, SiteSpaceRow, Structure } from '../sites/structure/structure.ts'
import { writeStructure } from '../sites/write-structure-queries.ts'
import { insertMark } from '../space-languages/queries.ts'
import { auditStateOf, spaceAuditEvent } from '../spaces/audit-events.ts'
import { insertSpace, lockSpace } from '../spaces/queries.ts'

type Input = {
  readonly organizationId: string
  readonly plan: SitePlan
  readonly source: ImportSource
  readonly by: string | null
}

type Creator = AuditActor & Pick<Service, 'newId'>

/** Creates the spaces of a plan, empty, the site that shows them, and an import into each that has not begun. */
export async function createPlannedSite(
  tx: Tx,
  creator: Creator,
  { organizationId, plan, source, by }: Input,
): Promise<{ readonly siteId: string; readonly created: readonly CreatedSpace[] }> {
  const { newId } = creator
  const now = creator.now()
  await lockLibrary(tx, organizationId)
  const spaces = new Map<SpacePlan, CreatedSpace>()
  for (const space of spacesOfPlan(plan)) {
    const id = await createSpace(tx, creator, { organizationId, by, space })
    const importId = newId()
    spaces.set(space, { space: id, import: importId })
    const run = { organizationId, importId, spaceId: id, target: {}, options: {}, secret: null, by, now }
    await insertImport(tx, { ...run, source: sourceOfSpace(source, space) })
  }
  await markTranslations(tx, { organizationId, plan, spaces, now })
  const site = {
    organizationId,
    id: newId(),
    type: 'basic',
    title: plan.title,
    visibility: 'public',
  } as const
  const empty = await createSite(tx, site, [], creator)
  const structure = structureOfPlan(empty, plan, spaces, newId)
  await writeStructure(tx, empty, structure, { now })
  const after = {
    ...settingsOf(structure.site),
    spaces: [...spaces.values()].map(({ space }) => ({ space })),
  }
  await recordAuditEvents(tx, creator, {
    ...siteAuditEvent('create', structure.site, { after }),
    organizationId,
  })
  return { siteId: site.id, created: [...spaces.values()] }
}

/** The source as the import of one space names it. */
function sourceOfSpace(source: ImportSource, { directory }: SpacePlan): ImportSource {
  if (source.type === 'git') {
    const folder = [source.directory ?? '', directory].filter((part) => part !== '').join('/')
    return folder === '' ? source : { ...source, directory: folder }
  }
  return source.type === 'file' ? { ...source, files: source.files.slice(0, 100) } : source
}

type SpaceInput = Pick<Input, 'organizationId' | 'by'> & { readonly space: SpacePlan }

async function createSpace(
  tx: Tx,
  creator: Creator,
  { organizationId, by, space }: SpaceInput,
): Promise<string> {
  const { newId } = creator
  const [id, now] = [newId(), creator.now()]
  const { revision: revisionId } = await createContent(tx, { organizationId, spaceId: id, by, now, newId })
  const orderKey = await orderKeyAtEnd(tx, organizationId, null)
  const { title, language } = space
  await insertSpace(tx, {
    id,
    organizationId,
    parentId: null,
    orderKey,
    title,
    language,
    emoji: null,
    revisionId,
    now,
  })
  const stored = await lockSpace(tx, organizationId, id)
  const after = auditStateOf(stored)
  await recordAuditEvents(tx, creator, { ...spaceAuditEvent('create', stored, { after }), organizationId })
  return id
}

type Translations = {
  readonly organizationId: string
  readonly plan: SitePlan
  readonly spaces: ReadonlyMap<SpacePlan, CreatedSpace>
  readonly now: Date
}

/** Variants in other languages than the default one of their section are its translations. */
async function markTranslations(tx: Tx, { organizationId, plan, spaces, now }: Translations): Promise<void> {
  for (const variants of variantsOf(plan)) {
    const original = variants.find(({ isDefault }) => isDefault)
    const languages = new Set([original?.language ?? null, null])
    for (const variant of variants) {
      if (original === undefined || original.language === null || languages.has(variant.language)) continue
      languages.add(variant.language)
      const [spaceId, sourceSpaceId] = [spaces.get(variant)?.space ?? '', spaces.get(original)?.space ?? '']
      await insertMark(tx, organizationId, { spaceId, sourceSpaceId, settingsId: null }, now)
    }
  }
}

const variantsOf = ({ items, spaces }: SitePlan): readonly (readonly SpacePlan[])[] => [
  spaces,
  ...items
    .flatMap((item) => (item.type === 'group' ? item.sections : [item]))
    .map((section) => section.spaces),
]

function structureOfPlan(
  empty: Structure,
  plan: SitePlan,
  spaces: ReadonlyMap<SpacePlan, CreatedSpace>,
  newId: () => string,
): Structure {
  const groups: GroupRow[] = []
  const sections: SectionRow[] = []
  const siteSpaces: SiteSpaceRow[] = []
  let { site } = empty

  function addSpaces(plans: readonly SpacePlan[], sectionId: string | null): string | null {
    const keys = generateNKeysBetween(null, null, plans.length)
    let defaultId: string | null = null
    for (const [index, { title, path, isDefault }] of plans.entries()) {
      const id = newId()
      if (isDefault) defaultId = id
      const spaceId = spaces.get(plans[index] as SpacePlan)?.space ?? ''
      const row = {
        kind: 'site-space',
        id,
        sectionId,
        spaceId,
        title,
        path,
        condition: null,
        version: 1,
      } as const
      siteSpaces.push({ ...row, orderKey: keys[index] ?? '' })
    }
    return defaultId
  }

  function addSection(section: SectionPlan, groupId: string | null, orderKey: string): void {
    const id = newId()
    const { title, description, path, icon } = section
    const defaultSiteSpaceId = addSpaces(section.spaces, id)
    const row = { kind: 'site-section', id, groupId, orderKey, title, description, path, icon } as const
    sections.push({ ...row, condition: null, defaultSiteSpaceId, version: 1 })
    if (section.isDefault) site = { ...site, defaultSectionId: id }
  }

  const keys = generateNKeysBetween(null, null, plan.items.length)
  for (const [index, item] of plan.items.entries()) {
    const orderKey = keys[index] ?? ''
    if (item.type === 'section') {
      addSection(item, null, orderKey)
      continue
    }
    const id = newId()
    groups.push({ kind: 'site-section-group', id, orderKey, title: item.title, icon: item.icon, version: 1 })
    const inner = generateNKeysBetween(null, null, item.sections.length)
    for (const [at, section] of item.sections.entries()) addSection(section, id, inner[at] ?? '')
  }
  const defaultSiteSpaceId = addSpaces(plan.spaces, null)
  return { site: { ...site, defaultSiteSpaceId }, groups, sections, siteSpaces }
}

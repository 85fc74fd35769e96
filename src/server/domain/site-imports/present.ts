import type { SiteImport } from '#contract/site-imports.ts'
import type { Db } from '../../db/client.ts'
import type { CreatedSpace, SectionPlan, SitePlan, SpacePlan } from '../../db/tables/imports.ts'
import { spacesOfPlan } from '../../importing/site-plan.ts'
import type { Urls } from '../../urls.ts'
import { sourceOf } from '../imports/present.ts'
import { presentUser } from '../users/present.ts'
import { importStates, type SiteImportRow } from './queries.ts'

type Plan = NonNullable<SiteImport['plan']>
type States = Awaited<ReturnType<typeof importStates>>

/** An import as the API returns it, with the state of the imports into its spaces. */
export async function presentSiteImport(db: Db, row: SiteImportRow, urls: Urls): Promise<SiteImport> {
  const { organizationId, id, plan, siteId, reason, completedAt, userId } = row
  const ids = (row.created ?? []).map((one) => one.import)
  const states = await importStates(db, organizationId, ids)
  const person = {
    userId: userId ?? '',
    displayName: row.displayName ?? '',
    email: null,
    photoUrl: row.photoUrl,
  }
  return {
    object: 'site-import',
    id,
    status: row.status,
    source: sourceOf(row),
    ...(plan === null ? {} : { plan: presentPlan(plan, row.created ?? [], states) }),
    ...(siteId === null ? {} : { site: siteId }),
    ...(reason === null ? {} : { reason }),
    createdAt: row.createdAt.toISOString(),
    ...(userId === null ? {} : { createdBy: presentUser(person, urls) }),
    ...(completedAt === null ? {} : { completedAt: completedAt.toISOString() }),
    urls: {
      location: urls.location('orgs', organizationId, 'site-imports', id),
      ...(siteId === null ? {} : { app: urls.app('o', organizationId, 'sites', siteId) }),
    },
  }
}

function presentPlan(plan: SitePlan, created: readonly CreatedSpace[], states: States): Plan {
  const places = new Map(spacesOfPlan(plan).map((space, index) => [space, created[index]]))

  function presentSpace(space: SpacePlan): Plan['spaces'][number] {
    const { title, path, directory, language, isDefault } = space
    const place = places.get(space)
    const state = place && states.get(place.import)
    return {
      title,
      path,
      directory,
      ...(language === null ? {} : { language }),
      default: isDefault,
      ...(place === undefined ? {} : place),
      ...(state === undefined ? {} : { status: state.status }),
      ...(state?.pages == null ? {} : { pages: state.pages }),
      ...(state?.reason == null ? {} : { reason: state.reason }),
    }
  }

  const presentSection = ({ type, title, path, icon, description, isDefault, spaces }: SectionPlan) => ({
    type,
    title,
    path,
    ...(icon === null ? {} : { icon }),
    ...(description === null ? {} : { description }),
    default: isDefault,
    spaces: spaces.map(presentSpace),
  })

  return {
    title: plan.title,
    items: plan.items.map((item) =>
      item.type === 'section'
        ? presentSection(item)
        : {
            type: item.type,
            title: item.title,
            ...(item.icon === null ? {} : { icon: item.icon }),
            sections: item.sections.map(presentSection),
          },
    ),
    spaces: plan.spaces.map(presentSpace),
    conditional: plan.isConditional ?? false,
    skipped: plan.skipped.map(({ path, reason }) => ({ source: path, reason })),
  }
}

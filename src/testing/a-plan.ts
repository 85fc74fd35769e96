import { api } from '#contract/api.ts'
import type { SitePlan, StructureChange } from '#contract/site-plans.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { type ASite, aSite } from './a-site.ts'
import type { TestApp } from './app.ts'

/** Adds changes to the plan of a site. */
export const plan = ({ call, params }: ASite, ...changes: StructureChange[]) =>
  call(api.sitePlans.addSteps, { params, body: { changes } })
export const planOf = ({ call, params }: ASite) => call(api.sitePlans.get, { params })

export const outline = ({ structure }: Pick<SitePlan, 'structure'>) => outlineOf(structure)
export const outlineOf = ({ structure }: SiteStructure): unknown[] =>
  structure.map((item) =>
    item.object === 'site-section-group'
      ? { [item.title]: item.sections.map(({ title }) => title) }
      : item.title,
  )

export const rename = (id: string, change: object): StructureChange => ({
  type: 'change-section',
  id,
  ...change,
})
export const toEnd = (id: string, parent?: string | null): StructureChange => ({
  type: 'move',
  item: { type: 'site-section', id },
  ...(parent === undefined ? {} : { parent }),
})

/** A site of three sections, of which the first is the default one. */
export async function threeSections(app: TestApp) {
  const site = await aSite(app)
  const [a, b, c] = [await site.aSection('Alpha'), await site.aSection('Beta'), await site.aSection('Gamma')]
  return { site, a, b, c }
}
